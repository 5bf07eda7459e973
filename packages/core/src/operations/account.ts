import { accountOf } from '../accounts/account-of.ts';
import { canonicalId } from '../accounts/canonical-id.ts';
import { GatewayError } from '../errors.ts';
import type { GenerationOrigin } from '../inference/charging/generation-log.ts';
import type { ApiKey } from '../ports/key-store.ts';

/** Returns the caller's key, in an operation that is never public. */
export function signedIn(caller: ApiKey | undefined): ApiKey {
  if (caller === undefined) throw new GatewayError('missingAuthentication');
  return caller;
}

/** Returns what is kept of a generation before it begins. Source: contract §15.1. */
export function originOf(
  operation: string,
  model: string,
  caller: ApiKey | undefined,
  sessionId: string | undefined,
): GenerationOrigin | undefined {
  return (
    caller && {
      operation,
      model,
      accountId: accountOf(caller),
      keyHash: caller.hash,
      userId: caller.userId,
      workspaceId: canonicalId(caller.workspaceId),
      sessionId: sessionId ?? null,
    }
  );
}
