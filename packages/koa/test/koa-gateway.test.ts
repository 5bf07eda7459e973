import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, it } from 'node:test';
import Koa from 'koa';
import { emptyResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { gatewayErrorHandler, koaGateway } from '@model-gateway/koa';
import { endOfTurn } from '@model-gateway/node';

/** Answers one request with `handler` inside `outer`. */
async function answer(outer: Koa.Middleware, handler: GatewayHandler) {
  const app = new Koa().use(outer).use(koaGateway(handler));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('koaGateway inside other middleware', () => {
  it('refuses a gateway in place of its handle', () => {
    // From plain JavaScript.
    const gateway = { handle: async () => undefined } as unknown as GatewayHandler;
    assert.throws(() => koaGateway(gateway), {
      name: 'TypeError',
      message: 'expected a handler, got a gateway: pass gateway.handle',
    });
  });

  it('hands on the context with what earlier middleware left there', async () => {
    const { text } = await answer(
      async (ctx, next) => {
        ctx.state['user'] = 'ada';
        await next();
      },
      // The context that the middleware above has.
      async ({ hostRequest }) => jsonResponse((hostRequest as Koa.Context).state['user']),
    );
    assert.equal(text, '"ada"');
  });

  it('delays bytes to the end of the turn, and streams not at all', async () => {
    const stream = async () => ({
      status: 200,
      headers: {},
      body: {
        kind: 'stream' as const,
        contentType: 'text/plain',
        chunks: (async function* () {
          yield new TextEncoder().encode('a');
        })(),
      },
    });
    const waited: boolean[] = [];
    for (const handler of [async () => jsonResponse({ a: 1 }), stream]) {
      const { status } = await answer(async (_ctx, next) => {
        let hasEnded = false;
        const end = endOfTurn().then(() => (hasEnded = true));
        await next();
        waited.push(hasEnded);
        await end;
      }, handler);
      assert.equal(status, 200);
    }
    assert.deepEqual(waited, [true, false]);
  });

  it('lets outer middleware see and change the status, the type and the bytes', async () => {
    const { status, text } = await answer(
      async (ctx, next) => {
        await next();
        assert.deepEqual([ctx.status, ctx.type, ctx.length], [200, 'application/json', 7]);
        assert.ok(Buffer.isBuffer(ctx.body));
        ctx.status = 202;
        ctx.body = ctx.body.toString().toUpperCase();
      },
      async () => jsonResponse({ a: 1 }),
    );
    assert.deepEqual([status, text], [202, '{"A":1}']);
  });

  it('lets outer middleware set a header on an event stream after an await', async () => {
    const { headers, text } = await answer(
      async (ctx, next) => {
        await next();
        for (let turn = 0; turn < 5; turn++) await nextTurn();
        ctx.set('x-response-time', 'some');
      },
      async () => ({
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: {
          kind: 'events',
          events: (async function* () {
            yield { data: 'a' };
          })(),
        },
      }),
    );
    assert.equal(headers.get('x-response-time'), 'some');
    assert.equal(headers.get('cache-control'), 'no-store, no-transform');
    assert.equal(text, 'data: a\n\n');
  });

  it('keeps headers that outer middleware set before', async () => {
    const { headers } = await answer(
      (ctx, next) => {
        ctx.set('access-control-allow-origin', '*');
        return next();
      },
      async () => jsonResponse({}),
    );
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });

  it('sends an empty body without a type, even if one was set before', async () => {
    const { status, headers, text } = await answer(
      (ctx, next) => {
        ctx.type = 'json';
        return next();
      },
      async () => emptyResponse(200),
    );
    assert.deepEqual([status, headers.get('content-type'), text], [200, null, '']);
  });
});

describe('gatewayErrorHandler with the handler of a gateway', () => {
  it('lets it answer a body that a parser refused', async () => {
    const refuse: Koa.Middleware = () => {
      throw Object.assign(new SyntaxError('Unexpected'), { status: 400 });
    };
    const handler: GatewayHandler = async ({ path, body }) => {
      assert.equal(path, '/');
      assert.equal(body.kind, 'bytes');
      return jsonResponse('from the gateway');
    };
    const app = new Koa().use(gatewayErrorHandler({ handler })).use(refuse);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      // A server that listens on TCP has an address of this form.
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{' });
      assert.equal(await response.json(), 'from the gateway');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
