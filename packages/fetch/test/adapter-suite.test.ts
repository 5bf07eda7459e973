import { describe, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { fetchGateway } from '@model-gateway/fetch';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  HOST_GOES_ON,
  hostSaw,
  type HostMiddleware,
} from '@model-gateway/conformance';

const NO_PARSER = 'what reads a web request leaves nothing on it';
const skip = {
  'behind a JSON parser the body is its value': NO_PARSER,
  'behind a JSON parser a body of another type is still there to be read': NO_PARSER,
  'behind a JSON parser a request without a body has none': NO_PARSER,
  'behind a JSON parser malformed JSON is a 400 of the gateway’s that does not repeat it':
    NO_PARSER,
  'behind a JSON parser a body that is too long for it is a 413 of the gateway’s': NO_PARSER,
  'behind a JSON parser malformed JSON outside the mount is the host’s own matter': NO_PARSER,
  'behind a JSON parser what the handler throws still reaches the host': NO_PARSER,
  'behind a raw parser the body is its bytes, and the limit holds': NO_PARSER,
  'behind a text parser the body is its bytes, and the limit holds': NO_PARSER,
};

/** Compresses as the middleware of fetch servers does, which leaves event streams alone. */
function compressed(request: Request, response: Response): Response {
  const { status, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (body === null || type.startsWith('text/event-stream') || !accepted.includes('gzip')) {
    return response;
  }
  const changed = new Headers(headers);
  changed.delete('content-length');
  changed.set('content-encoding', 'gzip');
  return new Response(body.pipeThrough(new CompressionStream('gzip')), {
    status,
    headers: changed,
  });
}

async function runBefore(before: HostMiddleware, request: Request): Promise<void> {
  if (before === 'consume') await request.arrayBuffer();
}

describe('the adapter suite behind a Node server that speaks fetch', () => {
  bindSuite(ADAPTER_CASES, {
    test,
    skip,
    create: () =>
      createAdapterSubject((handler, { mount, before }) => {
        const answer = fetchGateway(handler, { mount });
        return getRequestListener(
          async (request) => {
            try {
              await runBefore(before, request);
              const response = await answer(request);
              if (response === undefined) return new Response(HOST_GOES_ON, { status: 404 });
              return before === 'compress' ? compressed(request, response) : response;
            } catch (error) {
              return new Response(hostSaw(error), { status: 500 });
            }
          },
          { overrideGlobalObjects: false },
        );
      }),
  });
});
