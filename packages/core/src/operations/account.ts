import { accountOf } from '../accounts/account-of.ts';
import { canonicalId } from '../accounts/canonical-id.ts';
import { GatewayError } from '../errors.ts';
import type { GenerationOrigin } from '../inference/charging/generation-log.ts';
import type { GatewayRequest } from '../http/message.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { sessionIdIn } from '../telemetry/trace-headers.ts';

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
  { headers }: Pick<GatewayRequest, 'headers'>,
): GenerationOrigin | undefined {
  return (
    caller && {
      operation,
      model,
      accountId: accountOf(caller),
      keyHash: caller.hash,
      userId: caller.userId,
      workspaceId: canonicalId(caller.workspaceId),
      sessionId: sessionIdIn(headers) ?? null,
    }
  );
}
