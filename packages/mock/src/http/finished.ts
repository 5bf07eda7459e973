import { finishResponse, requestIdOf, type GatewayHandler } from '@model-gateway/core/http';

/** Adds what every response carries, for handlers beside the gateway's. Source: contract §1.7. */
export function finished(handler: GatewayHandler): GatewayHandler {
  return async (request) => {
    const response = await handler(request);
    return response && finishResponse(request, response, requestIdOf(request));
  };
}
