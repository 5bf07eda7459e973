import type { Clock, IdempotencyStanding, IdempotencyStore } from '@model-gateway/core';
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import type { LateEffects } from './late-effects.ts';
import { SealError, type SecretBox } from './secrets/secret-box.ts';
import { requireStorable } from './storable-text.ts';

interface Claim {
  readonly key: string;
  readonly body: string;
  readonly claim: string;
  readonly now: number;
  readonly ends: number;
}

interface End extends Pick<Claim, 'key' | 'claim' | 'ends'> {
  readonly answer: string;
  readonly sealedWith: string | null;
}

type Row = Selectable<Schema['mg_idempotency']>;

/**
 * Remembers requests with an idempotency key for all processes of a database; answers, which hold
 * what models said, are sealed where there is a key to seal with. The clocks of the processes should
 * agree to about a second.
 */
export function createIdempotencyStore(
  database: Database,
  box: SecretBox | undefined,
  clock: Clock,
  late: LateEffects,
): IdempotencyStore {
  const claim = database.prepare<Claim, Pick<Row, 'claim_id'>>('writes', (db, value) =>
    db
      .insertInto('mg_idempotency')
      .values({
        key_hash: value('key'),
        body_hash: value('body'),
        claim_id: value('claim'),
        ends_ms: value('ends'),
        answer: null,
        sealed_with: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('key_hash')
          .doUpdateSet(({ ref }) => ({
            body_hash: ref('excluded.body_hash'),
            claim_id: ref('excluded.claim_id'),
            ends_ms: ref('excluded.ends_ms'),
            answer: null,
            sealed_with: null,
          }))
          .where('mg_idempotency.ends_ms', '<=', value('now')),
      )
      .returning('claim_id')
      .compile(),
  );
  const read = database.prepare<Pick<Claim, 'key'>, Row>('reads', (db, value) =>
    db.selectFrom('mg_idempotency').selectAll().where('key_hash', '=', value('key')).compile(),
  );
  const keep = database.prepare<End, never>('writes', (db, value) =>
    db
      .updateTable('mg_idempotency')
      .set({ answer: value('answer'), sealed_with: value('sealedWith'), ends_ms: value('ends') })
      .where('key_hash', '=', value('key'))
      .where('claim_id', '=', value('claim'))
      .where('answer', 'is', null)
      .compile(),
  );
  const free = database.prepare<Pick<Claim, 'key' | 'claim'>, never>('writes', (db, value) =>
    db
      .deleteFrom('mg_idempotency')
      .where('key_hash', '=', value('key'))
      .where('claim_id', '=', value('claim'))
      .where('answer', 'is', null)
      .compile(),
  );

  /** The database may make a claim after its deadline, for a request that has had its error by then. */
  const claimOrFree: typeof claim = async (values) => {
    const giveBack = () => free({ key: values.key, claim: values.claim });
    try {
      return await late.of(claim(values), giveBack);
    } catch (error) {
      giveBack().catch(() => {});
      throw error;
    }
  };

  const standingOf = async (row: Row, bodyHash: string): Promise<IdempotencyStanding> => {
    if (row.body_hash !== bodyHash) return { state: 'other-body' };
    const { answer, sealed_with, key_hash } = row;
    if (answer === null) return { state: 'running' };
    if (sealed_with === null) return { state: 'answered', answer };
    if (box === undefined) throw new SealError(`an answer is sealed with the key "${sealed_with}"`);
    return { state: 'answered', answer: await box.open(answer, contextOf(key_hash)) };
  };

  return {
    async begin(key, bodyHash, leaseMs) {
      requireStorable({ key, bodyHash });
      for (;;) {
        const id = crypto.randomUUID();
        const now = clock.now();
        const [claimed] = await claimOrFree({
          key,
          body: bodyHash,
          claim: id,
          now,
          ends: now + leaseMs,
        });
        if (claimed !== undefined) return { state: 'claimed', claim: { key, id } };
        const [row] = await read({ key });
        // None: it was freed in between, so the next claim may succeed.
        if (row !== undefined) return standingOf(row, bodyHash);
      }
    },
    async finish({ key, id }, answer, keepMs) {
      if (answer === undefined) {
        await free({ key, claim: id });
        return;
      }
      const sealed = await box?.seal(answer, contextOf(key));
      await keep({
        key,
        claim: id,
        ends: clock.now() + keepMs,
        answer: sealed ?? answer,
        sealedWith: sealed === undefined ? null : (box?.keyId ?? null),
      });
    },
  };
}

/** What is sealed for one key cannot be read as the answer to another one. */
export function contextOf(key: string): string {
  return `idempotency ${key}`;
}

/** Deletes what is no longer kept. */
export async function forgetAnswers({ db }: Database, clock: Clock): Promise<void> {
  await db.deleteFrom('mg_idempotency').where('ends_ms', '<=', clock.now()).execute();
}
