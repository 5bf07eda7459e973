import { accountOf } from '../accounts/account-of.ts';
import { remainingOf } from '../accounts/budgets-of.ts';
import { conflictBecause, GatewayError, NO_RETRY } from '../errors.ts';
import { amountToNumber } from '../money/decimal.ts';
import type { ApiKey, KeyRecord, WritableKeyStore } from '../ports/key-store.ts';
import type { Spent } from '../ports/spending.ts';
import type { WireKey } from '../resources/key.ts';
import { maskKey } from '../secrets/mint-key.ts';
import { signedIn } from './account.ts';
import type { GatewayContext } from './operation-context.ts';

/** Returns the store of the account's keys. Throws a 404 where keys can only be found. */
export function keysOfAccount(
  caller: ApiKey | undefined,
  { stores }: GatewayContext,
): { readonly key: ApiKey; readonly accountId: string; readonly keys: WritableKeyStore } {
  const key = signedIn(caller);
  if (stores.keys === undefined) throw new GatewayError('notFound');
  return { key, accountId: accountOf(key), keys: stores.keys };
}

/** Returns keys as they are answered, with what each may still spend. Source: contract §19.2. */
export async function toWireKeys(
  records: readonly KeyRecord[],
  context: GatewayContext,
): Promise<readonly WireKey[]> {
  const spending = await spendingOf(records, context);
  return records.map((record, position) => ({
    hash: record.hash,
    name: record.label,
    label: record.mask ?? maskOf(record),
    is_management_key: record.kind === 'management',
    disabled: record.state !== 'active',
    ...(spending[position] ?? spendingMembers(record, undefined)),
    workspace_id: record.workspaceId,
    creator_user_id: record.userId,
    external_user: null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    expires_at: record.expiresAt,
  }));
}

/** Returns one key as it is answered. */
export async function toWireKey(record: KeyRecord, context: GatewayContext): Promise<WireKey> {
  const [key] = await toWireKeys([record], context);
  if (key === undefined) throw new GatewayError('internal');
  return key;
}

/** Returns the 409 of a change that no retry can make. */
export function keyConflict(why: string): GatewayError {
  return conflictBecause(why, { headers: NO_RETRY });
}

/** Returns a mask of a text that nobody knows. */
export function maskOf({ kind }: Pick<ApiKey, 'kind'>): string {
  return maskKey(kind === 'management' ? 'mg-mgmt-v1-' : 'mg-v1-');
}

/** Returns the members of `KEY_SPENDING` of each key, in their order. */
export async function spendingOf(
  keys: readonly ApiKey[],
  { inference: { ledger }, clock }: GatewayContext,
) {
  const subjects = keys.map(({ hash }) => ({ kind: 'key', id: hash }) as const);
  // Where nothing is charged, nothing was spent.
  const spent = subjects.length === 0 ? [] : await ledger?.spending?.spent(subjects, clock.now());
  return keys.map((key, position) => spendingMembers(key, spent?.[position]));
}

const NOTHING_SPENT = { total: '0', monthly: '0', weekly: '0', daily: '0', reserved: '0' };

function spendingMembers({ limits }: ApiKey, spent: Spent | undefined) {
  const { usd, reset } = limits;
  const { total, daily, weekly, monthly } = spent ?? NOTHING_SPENT;
  const remaining = remainingOf(limits, spent ?? NOTHING_SPENT);
  return {
    limit: usd === null ? null : amountToNumber(usd),
    limit_remaining: remaining === null ? null : amountToNumber(remaining),
    limit_reset: reset,
    include_byok_in_limit: false,
    usage: amountToNumber(total),
    usage_daily: amountToNumber(daily),
    usage_weekly: amountToNumber(weekly),
    usage_monthly: amountToNumber(monthly),
    byok_usage: 0,
    byok_usage_daily: 0,
    byok_usage_weekly: 0,
    byok_usage_monthly: 0,
  };
}
