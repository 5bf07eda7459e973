import { mountAt, type GatewayHandler } from '@model-gateway/core/http';
import { ANY_TEXT, checkOptions, type OptionTable } from '@model-gateway/core/kit';
import { toGatewayRequest } from './to-gateway-request.ts';
import { toWebResponse } from './to-web-response.ts';

/** Options of `fetchGateway`. */
export interface FetchGatewayOptions {
  /** The path of the gateway; `/v1` by default, `''` for the root. */
  readonly mount?: string | undefined;
}

/**
 * Answers a web request; resolves to undefined when the request is not for the gateway.
 * `hostRequest` is what `authenticate` finds in its member of that name, such as Hono's context; the
 * request itself by default.
 */
export type FetchGateway = (
  request: Request,
  hostRequest?: unknown,
) => Promise<Response | undefined>;

/**
 * Adapts a gateway to platforms with the fetch API: Hono, h3, Next route handlers, Bun, Deno,
 * service workers.
 *
 * @example
 * const answer = fetchGateway(gateway.handle, { mount: '/v1' });
 * const response = (await answer(request)) ?? new Response('Not found', { status: 404 });
 */
export function fetchGateway(
  handler: GatewayHandler,
  options: FetchGatewayOptions = {},
): FetchGateway {
  checkOptions('fetchGateway', options, OPTIONS);
  const { mount = '/v1' } = options;
  const mounted = mountAt(mount, handler);
  return async (request, hostRequest) => {
    const response = await mounted(toGatewayRequest(request, hostRequest));
    return response === undefined ? undefined : toWebResponse(response);
  };
}

const OPTIONS: OptionTable<FetchGatewayOptions> = {
  mount: ANY_TEXT,
};
