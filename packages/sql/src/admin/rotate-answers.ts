import { contextOf } from '../idempotency-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { AdministrationContext } from './administration-context.ts';

/** An answer may be as large as a megabyte. */
const BATCH = 10;

/** Seals answers that are kept for repetitions with the newest key, whatever sealed them before. */
export async function rotateAnswers(
  { database: { db } }: AdministrationContext,
  box: SecretBox,
): Promise<void> {
  // The hash of the last key read.
  let after = '';
  for (;;) {
    const batch = await db
      .selectFrom('mg_idempotency')
      .selectAll()
      .where('key_hash', '>', after)
      .where('answer', 'is not', null)
      .where((where) =>
        where.or([where('sealed_with', 'is', null), where('sealed_with', '!=', box.keyId)]),
      )
      .orderBy('key_hash')
      .limit(BATCH)
      .execute();
    for (const { key_hash, claim_id, answer, sealed_with } of batch) {
      const context = contextOf(key_hash);
      const text = sealed_with === null ? (answer ?? '') : await box.open(answer ?? '', context);
      // A claim has one answer, so what is replaced here is what was read.
      await db
        .updateTable('mg_idempotency')
        .set({ answer: await box.seal(text, context), sealed_with: box.keyId })
        .where('key_hash', '=', key_hash)
        .where('claim_id', '=', claim_id)
        .execute();
    }
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.key_hash ?? '';
  }
}
