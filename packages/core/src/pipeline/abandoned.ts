import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { emptyResponse } from '../http/respond.ts';

/**
 * Returns the response to a request whose client left before its end: the work ended with the
 * reason of its signal, which is not a failure. Undefined for every other error. No client receives
 * this response; its status is for journals.
 */
export function abandonedResponse(
  { signal }: GatewayRequest,
  error: unknown,
): GatewayResponse | undefined {
  return signal?.aborted === true && error === signal.reason ? emptyResponse(499) : undefined;
}
