import type { Database } from '../database.ts';
import { SealError, type SecretBox } from './secret-box.ts';

/** Rejects with `SealError` when none of the keys opens a stored secret. */
export async function requireKnownKeys(
  { db }: Database,
  box: SecretBox | undefined,
): Promise<void> {
  const rows = await db
    .selectFrom('mg_destinations')
    .select('sealed_with')
    .distinct()
    .where('sealed_with', 'is not', null)
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
