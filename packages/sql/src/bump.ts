import type { Transaction } from 'kysely';
import type { Topic } from './changes.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Gives the topic a new revision, in the transaction that changes its content. Revisions are
 * random, so that no two contents share one, not even after a backup was restored. `mark` is the end
 * of the new one.
 */
export async function bump(
  database: Database,
  trx: Transaction<Schema>,
  topic: Topic,
  mark = '',
): Promise<void> {
  const revision = crypto.randomUUID() + mark;
  await trx
    .insertInto('mg_revisions')
    .values({ topic, revision })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ revision }))
    .execute();
  await database.announce(trx);
}
