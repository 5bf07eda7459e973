import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { empty } from '../http/respond.ts';

/**
 * What becomes of a request whose client left in the middle of it: work for it ends with the reason
 * of its signal, and that is nobody's fault. Undefined for every other error. Nobody reads this
 * answer; its status, which is no client's to see, is for journals.
 */
export function abandonedResponse(
  { signal }: GatewayRequest,
  error: unknown,
): GatewayResponse | undefined {
  return signal?.aborted === true && error === signal.reason ? empty(499) : undefined;
}
