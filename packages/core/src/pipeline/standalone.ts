import { GatewayError } from '../errors.ts';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from '../http/message.ts';
import { abandonedResponse } from './abandoned.ts';
import { errorResponse } from './error-response.ts';
import { finish, requestIdOf } from './finish.ts';

/**
 * Makes a handler the only one there is, for servers with no host behind it: what it does not
 * answer is a 404 envelope, what it throws is an error envelope. Source: contract §1.6.
 */
export function standalone(
  handler: GatewayHandler,
): (request: GatewayRequest) => Promise<GatewayResponse> {
  return async (request) => {
    try {
      return (await handler(request)) ?? answer(request, notFound(request));
    } catch (error) {
      return answer(request, error);
    }
  };
}

function notFound({ method, mount, path }: GatewayRequest): GatewayError {
  return new GatewayError('notFound', {
    message: `Resource not found: ${method} ${mount}${path} is no operation of this gateway`,
  });
}

function answer(request: GatewayRequest, error: unknown): GatewayResponse {
  const response = abandonedResponse(request, error) ?? errorResponse(error, undefined);
  return finish(request, response, requestIdOf(request));
}
