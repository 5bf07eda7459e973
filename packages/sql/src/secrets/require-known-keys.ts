import type { Clock } from '@model-gateway/core';
import type { Database } from '../database.ts';
import { SealError, type SecretBox } from './secret-box.ts';

/**
 * Rejects with `SealError` when none of the keys opens a stored secret, or an answer that is still
 * kept for repetitions.
 */
export async function requireKnownKeys(
  { db }: Database,
  box: SecretBox | undefined,
  clock: Clock,
): Promise<void> {
  const rows = await db
    .selectFrom('mg_destinations')
    .select('sealed_with')
    .where('sealed_with', 'is not', null)
    .union(
      db
        .selectFrom('mg_idempotency')
        .select('sealed_with')
        .where('sealed_with', 'is not', null)
        .where('ends_ms', '>', clock.now()),
    )
    .execute();
  const missing = rows
    .map(({ sealed_with }) => sealed_with ?? '')
    .filter((keyId) => box?.knows(keyId) !== true);
  if (missing.length === 0) return;
  const ids = missing.map((id) => `"${id}"`).join(', ');
  throw new SealError(
    `the database has secrets sealed with ${ids}, which ${missing.length === 1 ? 'is' : 'are'} not among the given keys`,
  );
}
