import type { DestinationRow } from '../destination-rows.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import type { ImportOptions } from './batches.ts';
import { rotateAnswers } from './rotate-answers.ts';

const BATCH = 100;

/**
 * Seals with the newest key what another one sealed, kept answers included. A destination is replaced only if it has not
 * changed since it was read; its version stays, because its content is the same.
 */
export async function rotateSecrets(
  context: AdministrationContext,
  { onProgress }: ImportOptions = {},
): Promise<number> {
  const { rows } = context;
  const { db } = context.database;
  const { box } = rows;
  if (box === undefined) {
    throw new AdministrationError('there is no key to seal with: give the option "secrets"');
  }
  await rotateAnswers(context, box);
  let done = 0;
  // The id of the last destination read.
  let after = '';
  for (;;) {
    const batch: readonly DestinationRow[] = await db
      .selectFrom('mg_destinations')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of batch) {
      if (row.sealed_with === box.keyId || !(await reseal(row))) continue;
      done++;
      onProgress?.(done);
    }
    if (batch.length < BATCH) return done;
    after = batch.at(-1)?.id ?? '';
  }

  async function reseal(row: DestinationRow): Promise<boolean> {
    for (let current: DestinationRow | undefined = row; current !== undefined;) {
      const destination = await rows.toDestination(current);
      const sealed = await rows.toRow({ destination, accountId: current.account_id });
      if (sealed.sealed_with === current.sealed_with) return false;
      const { numUpdatedRows } = await db
        .updateTable('mg_destinations')
        .set({ config: sealed.config, sealed_with: sealed.sealed_with ?? null })
        .where('id', '=', current.id)
        .where('version', '=', current.version)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return true;
      current = await db
        .selectFrom('mg_destinations')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirst();
    }
    return false;
  }
}
