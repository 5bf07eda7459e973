import type { LimitReset, Subject } from '@model-gateway/core';

/** A member as a subject, in SQL; null without an organization. The same as `memberId` of the core. */
const memberIn = (organization: string) =>
  `(replace(replace(${organization}, '%', '%25'), '/', '%2F') || '/' || user_id)`;

/** Where `mg_usage_days` names a subject: an organization is the account that owns its keys. */
export const USAGE_ID = {
  key: 'key_hash',
  member: memberIn('account_id'),
  workspace: 'workspace_id',
  organization: 'account_id',
} as const satisfies Record<Subject['kind'], string>;

/** Where `mg_reservations` names a subject. */
export const RESERVATION_ID = {
  key: 'key_hash',
  member: memberIn('organization_id'),
  workspace: 'workspace_id',
  organization: 'organization_id',
} as const satisfies Record<Subject['kind'], string>;

const RESETS: readonly (LimitReset | null)[] = ['daily', 'weekly', 'monthly', null];

/**
 * Returns the kind of the row of `mg_spending` that counts a subject: for a limit of its own one
 * that goes with its window, for guardrails one for each reset.
 */
export function counterOf(
  kind: Subject['kind'],
  reset: LimitReset | null,
  isOfGuardrail: boolean,
): string {
  return isOfGuardrail ? `${kind} ${reset ?? 'never'}` : kind;
}

/** The kinds of rows that may count a spender, and what of it each counts. */
export const COUNTERS: readonly (readonly [counter: string, kind: Subject['kind']])[] = [
  ...(['key', 'workspace', 'organization'] as const).map((kind) => [kind, kind] as const),
  ...(['key', 'member'] as const).flatMap((kind) =>
    RESETS.map((reset) => [counterOf(kind, reset, true), kind] as const),
  ),
];
