import { invalidRequest } from '../errors.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { errorResponse } from './error-response.ts';
import { finishResponse, requestIdOf } from './finish.ts';
import { decodeSegment } from './router.ts';

/**
 * Returns the 400 for a path with a malformed percent-escape that matches no operation; undefined
 * for every other path. Below a mount it cannot be the host's either; without a mount it may be,
 * and the host continues. Source: contract §1.6.
 */
export function malformedPathResponse(request: GatewayRequest): GatewayResponse | undefined {
  const { mount, path } = request;
  if (mount === '' || !path.includes('%') || decodeSegment(path) !== undefined) return undefined;
  return finishResponse(request, errorResponse(MALFORMED, undefined), requestIdOf(request));
}

/** Created once, because each error captures a stack trace. */
const MALFORMED = invalidRequest([
  { path: 'path', message: 'the path holds a malformed percent-escape' },
]);
