import type { ApiKey } from '@model-gateway/core';
import { canonicalId } from '@model-gateway/core/kit';
import { sql, type Kysely } from 'kysely';
import type { KeyRow } from '../key-rows.ts';
import type { Schema } from '../schema.ts';
import { isStorable } from '../storable-text.ts';

type Compared = 'kind' | 'state' | 'userId' | 'organizationId' | 'workspaceId' | 'creditAccountId';

/** Which keys to list; what is left out does not narrow. */
export interface KeyFilter extends Readonly<
  Partial<{ [Name in Compared]: ApiKey[Name] | undefined }>
> {
  /** Keys after this hash, where the page before ended. */
  readonly after?: string | undefined;
  /** Keys whose hash begins so: hex digits in lower case. */
  readonly startsWith?: string | undefined;
  /** Keys whose label holds this text, whatever its case. */
  readonly label?: string | undefined;
  readonly limit: number;
}

const COLUMNS = {
  kind: 'kind',
  state: 'state',
  userId: 'user_id',
  organizationId: 'organization_id',
  workspaceId: 'workspace_id',
  creditAccountId: 'credit_account_id',
} as const satisfies Record<Compared, keyof KeyRow>;

/** Returns the rows of keys that match, in the order of hashes. */
export async function selectKeys(
  db: Kysely<Schema>,
  filter: KeyFilter,
): Promise<readonly KeyRow[]> {
  const { after, startsWith, label, limit } = filter;
  let keys = db.selectFrom('mg_keys').selectAll().orderBy('hash').limit(limit);
  if (after !== undefined) keys = keys.where('hash', '>', after);
  if (startsWith !== undefined) {
    // A range, which the index of hashes has; no hex digit comes after "f".
    keys = keys.where('hash', '>=', startsWith).where('hash', '<', `${startsWith}g`);
  }
  if (label !== undefined) {
    const wanted = label.replaceAll(/[\\%_]/g, '\\$&');
    keys = keys.where(sql<boolean>`lower(label) like lower(${`%${wanted}%`}) escape '\\'`);
  }
  const texts = [after, startsWith, label];
  for (const [name, column] of Object.entries(COLUMNS)) {
    // Object.entries forgets what the names are.
    const wanted = filter[name as Compared];
    const value = name === 'workspaceId' && wanted != null ? canonicalId(wanted) : wanted;
    if (value === undefined) continue;
    texts.push(value ?? undefined);
    keys = value === null ? keys.where(column, 'is', null) : keys.where(column, '=', value);
  }
  if (texts.some((text) => text !== undefined && !isStorable(text))) return [];
  return keys.execute();
}
