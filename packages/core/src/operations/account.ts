import { GatewayError } from '../errors.ts';
import type { ApiKey } from '../ports/key-store.ts';

/** The caller's key, in an operation that is never public. */
export function signedIn(caller: ApiKey | undefined): ApiKey {
  if (caller === undefined) throw new GatewayError('missingAuthentication');
  return caller;
}

/**
 * The account that a key acts for: its organization or, without one, its user. What belongs to
 * another account does not exist for it. Source: contract §2.6.
 */
export function accountOf({ organizationId, userId }: ApiKey): string {
  return organizationId ?? userId;
}
