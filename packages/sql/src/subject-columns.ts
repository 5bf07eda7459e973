import type { Subject } from '@model-gateway/core';

/** Where `mg_usage_days` names a subject: an organization is the account that owns its keys. */
export const USAGE_COLUMN = {
  key: 'key_hash',
  workspace: 'workspace_id',
  organization: 'account_id',
} as const satisfies Record<Subject['kind'], string>;

/** Where `mg_reservations` names a subject. */
export const RESERVATION_COLUMN = {
  key: 'key_hash',
  workspace: 'workspace_id',
  organization: 'organization_id',
} as const satisfies Record<Subject['kind'], string>;
