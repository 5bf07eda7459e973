import { describe } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { fetchGateway } from '@model-gateway/fetch';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  FALL_THROUGH_BODY,
  hostErrorBody,
} from '@model-gateway/conformance';
import { testsInTurn } from '../../conformance/test/support/long-tests.ts';

const NO_PARSER = 'what reads a web request leaves nothing on it';
const skip = {
  'a mount in another case is matched, and kept as written':
    'fetchGateway matches its mount case-sensitively',
  'behind a JSON parser the body is the parsed value': NO_PARSER,
  'behind a JSON parser a body of another type can still be read': NO_PARSER,
  'behind a JSON parser a request without a body has the body kind none': NO_PARSER,
  'behind a JSON parser malformed JSON gets the gateway’s 400, which does not quote it': NO_PARSER,
  'behind a JSON parser a body above its limit gets the gateway’s 413': NO_PARSER,
  'behind a JSON parser malformed JSON outside the mount is left to the host': NO_PARSER,
  'behind a JSON parser errors of the handler still reach the host': NO_PARSER,
  'behind a JSON parser a client that leaves in mid-body does not break the host': NO_PARSER,
  'behind a raw parser the body is bytes, and the limit applies': NO_PARSER,
  'behind a text parser the body is bytes, and the limit applies': NO_PARSER,
};

const HEAD_WITH_BODY = 'srvx, by which h3 serves in Node, sends the head with the first bytes';
const skipInH3 = {
  ...skip,
  'a malformed escape in the path reaches the handler': 'h3 itself answers 400',
  'the head of a stream arrives before its first event': HEAD_WITH_BODY,
  'the head of a stream arrives before its first chunk': HEAD_WITH_BODY,
};

const nextTest = testsInTurn(2);

describe('the adapter suite in Hono', () => {
  bindSuite(ADAPTER_CASES, {
    test: nextTest(),
    skip,
    create: () =>
      createAdapterSubject((handler, { mount, before }) => {
        const answer = fetchGateway(handler, { mount });
        const app = new Hono();
        if (before === 'compress') app.use(compress());
        if (before === 'consume') {
          app.use(async (c, next) => {
            await c.req.raw.text();
            await next();
          });
        }
        app.use(async (c, next) => (await answer(c.req.raw)) ?? next());
        app.notFound((c) => c.text(FALL_THROUGH_BODY, 404));
        app.onError((error, c) => c.text(hostErrorBody(error), 500));
        return getRequestListener(app.fetch, { overrideGlobalObjects: false });
      }),
  });
});

describe('the adapter suite in h3', () => {
  bindSuite(ADAPTER_CASES, {
    test: nextTest(),
    skip: skipInH3,
    create: () =>
      createAdapterSubject((handler, { mount, before }) => {
        const answer = fetchGateway(handler, { mount });
        const app = new H3({
          onError: ({ cause }) => new Response(hostErrorBody(cause), { status: 500 }),
        });
        if (before === 'compress') app.use(async ({ req }, next) => compressed(req, await next()));
        if (before === 'consume') app.use(async ({ req }) => void (await req.text()));
        app.use(({ req }) => answer(req));
        app.use(() => new Response(FALL_THROUGH_BODY, { status: 404 }));
        return toNodeHandler(app);
      }),
  });
});

/** Compression for h3, which has none; respects `no-transform`, as other implementations do. */
function compressed(request: Request, response: unknown): unknown {
  if (!(response instanceof Response)) return response;
  const { status, headers, body } = response;
  const accepted = request.headers.get('accept-encoding') ?? '';
  const isFixed = headers.get('cache-control')?.includes('no-transform') === true;
  if (body === null || isFixed || !accepted.includes('gzip')) return response;
  const changed = new Headers(headers);
  changed.delete('content-length');
  changed.set('content-encoding', 'gzip');
  const gzip = new CompressionStream('gzip');
  return new Response(body.pipeThrough(gzip), { status, headers: changed });
}
