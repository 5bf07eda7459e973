import { fetchGateway } from '@model-gateway/fetch';
import { HttpHandler } from 'msw';
import type { MockGateway } from '../mock-gateway.ts';
import { readBaseUrl } from './base-url.ts';

import { checkNames } from '../check-names.ts';

/** Options of `mswHandlers`. */
export interface MswHandlersOptions {
  /**
   * The base URL of the app; `/v1` by default. A relative one is on the page's own origin in a
   * browser, and on any origin where there is no page.
   */
  readonly baseURL?: string | undefined;
}

/**
 * The gateway as handlers of MSW: `setupWorker(...mswHandlers(gateway))` in a browser,
 * `setupServer(...mswHandlers(gateway))` in Node. What is not the gateway's is left to the handlers
 * after it, and to MSW's own report of unhandled requests.
 */
export function mswHandlers(
  gateway: Pick<MockGateway, 'handleAt'>,
  options: MswHandlersOptions = {},
): HttpHandler[] {
  checkNames('GW1107', 'mswHandlers', options, ['baseURL']);
  const { baseURL = '/v1' } = options;
  const { pattern, basePath } = readBaseUrl(baseURL);
  const answer = fetchGateway(gateway.handleAt(basePath), { mount: '' });
  return [
    new GatewayMswHandler(ANY_METHOD, pattern, async ({ request }) => {
      const response = await answer(request);
      return response && endedBy(request.signal, response);
    }),
  ];
}

const ANY_METHOD = /.+/;

/**
 * MSW counts a request whose URL matches as handled, whatever the resolver returns, and does not
 * report that it went to the network. A misspelt operation should be reported.
 */
class GatewayMswHandler extends HttpHandler {
  override async run(args: Parameters<HttpHandler['run']>[0]) {
    const result = await super.run(args);
    return result?.response === undefined ? null : result;
  }
}

/**
 * A stream as MSW needs it. In Node, MSW 2 forgets the client's signal once the headers have arrived,
 * so a stream would go on. MSW 3 writes the answer as a server does and takes the end of the
 * connection for the end of a body without framing, so a stream that breaks would look whole:
 * chunks say that their last one is missing.
 */
function endedBy(signal: AbortSignal, response: Response): Response {
  const { body, status, headers } = response;
  if (body === null || headers.has('content-length')) return response;
  if (IS_NODE) headers.set('transfer-encoding', 'chunked');
  return new Response(body.pipeThrough(new TransformStream(), { signal }), { status, headers });
}

/** In a browser the answer does not pass a parser of HTTP. */
const IS_NODE = 'process' in globalThis && globalThis.process?.versions?.node !== undefined;
