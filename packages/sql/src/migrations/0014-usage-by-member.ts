import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { USAGE_ID } from '../subject-columns.ts';

/** What a member has spent is added up when its first limit, or a new window, begins to count. */
export async function indexUsageByMember({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createIndex('mg_usage_days_member')
    .on('mg_usage_days')
    .expression(sql.raw(USAGE_ID.member))
    .execute();
}
