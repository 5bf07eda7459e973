import { invalidRequest } from '../errors.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { errorResponse } from './error-response.ts';
import { finish, requestIdOf } from './finish.ts';
import { decodeSegment } from './router.ts';

/**
 * The 400 for a path with a malformed percent-escape that is no operation; undefined for every other
 * path. Below a mount it cannot be the host's either; without a mount it may be, and the host goes
 * on. Source: contract §1.6.
 */
export function malformedPathResponse(request: GatewayRequest): GatewayResponse | undefined {
  const { mount, path } = request;
  if (mount === '' || !path.includes('%') || decodeSegment(path) !== undefined) return undefined;
  return finish(request, errorResponse(MALFORMED, undefined), requestIdOf(request));
}

/** Made once, because an error gathers a stack trace when it is made. */
const MALFORMED = invalidRequest([
  { path: 'path', message: 'the path holds a malformed percent-escape' },
]);
