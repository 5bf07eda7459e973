import type { Kysely } from 'kysely';
import { AdministrationError } from '../administration-error.ts';
import type { Schema } from '../schema.ts';
import { isStorable } from '../storable-text.ts';

/** Throws unless an organization, or a user without one, has this guardrail. */
export async function requireGuardrail(
  db: Kysely<Schema>,
  id: string,
  accountId: string,
): Promise<void> {
  const found =
    isStorable(id) &&
    (await db
      .selectFrom('mg_guardrails')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst());
  if (found && found.account_id === accountId) return;
  throw new AdministrationError(`"${accountId}" has no guardrail ${id}: create it first`);
}
