import type { Transaction } from 'kysely';
import type { Topic } from './changes.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Gives the topic a new revision, in the transaction that changes its content. Revisions are
 * random, so that no two contents share one, not even after a backup was restored.
 */
export async function bump(
  database: Database,
  trx: Transaction<Schema>,
  topic: Topic,
): Promise<void> {
  const revision = crypto.randomUUID();
  await trx
    .insertInto('mg_revisions')
    .values({ topic, revision })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ revision }))
    .execute();
  await database.announce(trx);
}
