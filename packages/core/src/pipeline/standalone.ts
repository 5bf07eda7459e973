import { GatewayError } from '../errors.ts';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from '../http/message.ts';
import { checkHandler } from '../http/check-handler.ts';
import { abandonedResponse } from './abandoned.ts';
import { errorResponse } from './error-response.ts';
import { finishResponse, requestIdOf } from './finish.ts';

/**
 * Makes a handler answer every request, for servers without a host behind it: a request that it
 * does not answer gets a 404 envelope, an error that it throws an error envelope. Source: contract
 * §1.6.
 */
export function standalone(
  handler: GatewayHandler,
): (request: GatewayRequest) => Promise<GatewayResponse> {
  checkHandler(handler);
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
    message: `Resource not found: ${method} ${mount}${path} is not an operation of this gateway`,
  });
}

function answer(request: GatewayRequest, error: unknown): GatewayResponse {
  const response = abandonedResponse(request, error) ?? errorResponse(error, undefined);
  return finishResponse(request, response, requestIdOf(request));
}
