import type { Subject } from '@model-gateway/core';

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

const RESETS = ['daily', 'weekly', 'monthly', 'never'] as const;

/**
 * The kinds of rows of `mg_spending` that may count a spender, by the names of `counterOf`, and what
 * of it each counts. The row of a subject's own limit goes with its window.
 */
export const COUNTERS: readonly (readonly [counter: string, kind: Subject['kind']])[] = [
  ...(['key', 'workspace', 'organization'] as const).map((kind) => [kind, kind] as const),
  ...(['key', 'member'] as const).flatMap((kind) =>
    RESETS.map((reset) => [`${kind} ${reset}`, kind] as const),
  ),
];
