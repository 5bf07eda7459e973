import {
  formatDecimal,
  parseDecimal,
  type ApiKey,
  type KeyLimits,
  type KeyRecord,
} from '@model-gateway/core';
import { canonicalId } from '@model-gateway/core/kit';
import type { Insertable, Selectable } from 'kysely';
import type { Schema } from './schema.ts';
import { wholeOrNull } from './whole-or-null.ts';

export type KeyInsert = Insertable<Schema['mg_keys']>;
export type KeyRow = Selectable<Schema['mg_keys']>;

/**
 * A row of a key with the state of its workspace, which is null for one that is not administered
 * here, and whether a guardrail is assigned to the key or to its user.
 */
export type FoundKeyRow = KeyRow & {
  readonly workspace_state: 'active' | 'disabled' | null;
  readonly is_guarded: boolean | number;
};

/**
 * Returns the key as the gateway knows it, found by the digest of one of its texts. A key of a disabled
 * workspace is disabled, too, and the text before the last ends with its grace.
 */
export function toFoundKey(row: FoundKeyRow, digest: string): ApiKey {
  const { hash, workspace_state: workspaceState, old_digest: old } = row;
  const key = toKey(row);
  const isDisabled = key.state === 'active' && workspaceState === 'disabled';
  return Object.freeze({
    ...key,
    ...(digest !== hash && { digest }),
    ...(isDisabled && { state: 'disabled' as const }),
    ...(digest === old && { expiresAt: earlier(key.expiresAt, iso(row.old_digest_ends_ms)) }),
  });
}

/** Returns the key of a row. */
function toKey(row: KeyRow): ApiKey {
  return {
    hash: row.hash,
    label: row.label,
    kind: row.kind,
    userId: row.user_id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    allowedModels: listOrNull(row.allowed_models),
    creditAccountId: row.credit_account_id,
    limits: Object.freeze({
      usd: plainOrNull(row.limit_usd),
      reset: row.limit_reset,
      requestsPerMinute: wholeOrNull(row.requests_per_minute),
      tokensPerMinute: wholeOrNull(row.tokens_per_minute),
    }),
    state: row.state,
    expiresAt: row.expires_at,
  };
}

/** Returns the key of a row with what only its administration needs. */
export function toKeyRecord(row: KeyRow): KeyRecord {
  return {
    ...toKey(row),
    mask: row.mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns the row of a key whose only text is that of its hash. */
export function toKeyRow(key: KeyRecord): KeyInsert {
  return {
    hash: key.hash,
    digest: key.hash,
    mask: key.mask,
    label: key.label,
    kind: key.kind,
    user_id: key.userId,
    organization_id: key.organizationId,
    workspace_id: canonicalId(key.workspaceId),
    allowed_models: key.allowedModels && JSON.stringify(key.allowedModels),
    credit_account_id: key.creditAccountId,
    state: key.state,
    expires_at: key.expiresAt,
    ...limitColumns(key.limits),
    // In UTC, so that they sort.
    created_at: new Date(key.createdAt).toISOString(),
    updated_at: key.updatedAt,
  };
}

const LIMIT_COLUMNS = {
  usd: 'limit_usd',
  reset: 'limit_reset',
  requestsPerMinute: 'requests_per_minute',
  tokensPerMinute: 'tokens_per_minute',
} as const satisfies Record<keyof KeyLimits, keyof KeyInsert>;

/** Returns the columns of those limits that are there. */
export function limitColumns(limits: Partial<KeyLimits>): Partial<KeyInsert> {
  const columns = Object.entries(LIMIT_COLUMNS).flatMap(([name, column]) => {
    // Object.entries forgets what the names are.
    const value = limits[name as keyof KeyLimits];
    return value === undefined ? [] : [[column, value] as const];
  });
  return Object.fromEntries(columns);
}

/** Returns the amount in plain digits; as it is where it is no amount, so that the key is refused. */
export function plainOrNull(amount: string | null): string | null {
  const value = amount === null ? undefined : parseDecimal(amount);
  return value === undefined ? amount : formatDecimal(value);
}

/** Returns the list that a column holds; null, which allows all, only where it holds no text. */
export function listOrNull(json: string | null): readonly string[] | null {
  // What else it holds is judged with the rest of the row; the text `null` stays a text.
  return json === null ? null : (Object.freeze(JSON.parse(json) ?? json) as readonly string[]);
}

function iso(milliseconds: number | string | null): string {
  return new Date(Number(milliseconds ?? 0)).toISOString();
}

function earlier(a: string | null, b: string): string {
  return a !== null && Date.parse(a) < Date.parse(b) ? a : b;
}
