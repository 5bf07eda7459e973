import { mountAt, type GatewayHandler } from '@model-gateway/core';
import { toGatewayRequest } from './to-gateway-request.ts';
import { toWebResponse } from './to-web-response.ts';

export interface FetchGatewayOptions {
  /** The path under which the gateway is reached; by default `/v1`. `''` for the root. */
  readonly mount?: string | undefined;
}

/** Answers a web request, or resolves to undefined when it is not the gateway's. */
export type FetchGateway = (request: Request) => Promise<Response | undefined>;

/**
 * A gateway for everything that speaks fetch: Hono, h3, route handlers of Next, Bun, Deno, service
 * workers.
 */
export function fetchGateway(
  handler: GatewayHandler,
  { mount = '/v1' }: FetchGatewayOptions = {},
): FetchGateway {
  const mounted = mountAt(mount, handler);
  return async (request) => {
    const response = await mounted(toGatewayRequest(request));
    return response === undefined ? undefined : toWebResponse(response);
  };
}
