import type { ApiKey } from '../ports/key-store.ts';

/**
 * Returns the account that a key acts for: its organization or, without one, its user. Records of
 * other accounts do not exist for it. Source: contract §2.6.
 */
export function accountOf({
  organizationId,
  userId,
}: Pick<ApiKey, 'organizationId' | 'userId'>): string {
  return organizationId ?? userId;
}
