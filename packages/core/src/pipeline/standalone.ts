import { GatewayError } from '../errors.ts';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from '../http/message.ts';
import { checkHandler } from '../http/check-handler.ts';
import { abandonedResponse } from './abandoned.ts';
import { errorResponse } from './error-response.ts';
import { finishResponse, requestIdOf } from './finish.ts';
import { printError } from './print-error.ts';

/**
 * Makes a handler answer every request, for servers without a host behind it: a request that it
 * does not answer gets a 404 envelope, an error that it throws an error envelope. An unexpected one
 * is printed, because no host reports it. Source: contract §1.6.
 */
export function standalone(
  handler: GatewayHandler,
): (request: GatewayRequest) => Promise<GatewayResponse> {
  checkHandler(handler);
  return async (request) => {
    try {
      const response = await handler(request);
      return response === undefined ? answer(request, notFound(request)) : response;
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
  const abandoned = abandonedResponse(request, error);
  const response = abandoned ?? errorResponse(error, undefined);
  if (abandoned === undefined && response.status === 500) printError(error);
  return finishResponse(request, response, requestIdOf(request));
}
