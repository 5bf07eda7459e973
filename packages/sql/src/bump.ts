import type { Transaction } from 'kysely';
import type { Topic } from './changes.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Names the topic's content anew, as part of the transaction that changes it. The name is random, so
 * that no content has one that another had, not even after a backup was brought back.
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
