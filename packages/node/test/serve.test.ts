import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import {
  bytesResponse,
  jsonResponse,
  mountAt,
  type GatewayHandler,
  type ServerSentEvent,
} from '@model-gateway/core/http';
import { within } from '@model-gateway/conformance';
import { sendResponse, serve, type ServeOptions } from '@model-gateway/node';
import { echo } from './echo-handler.ts';

/** Sends raw bytes and resolves to everything received. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

describe('serve', () => {
  it('refuses a gateway in place of its handle', async () => {
    // From plain JavaScript.
    const gateway = { handle: echo } as unknown as GatewayHandler;
    await assert.rejects(serve(gateway), {
      name: 'TypeError',
      message: 'expected a handler, got a gateway: pass gateway.handle',
    });
  });

  it('refuses an option that it does not have', async () => {
    const options = { prot: 4010 } as unknown as ServeOptions;
    await assert.rejects(serve(echo, options), {
      name: 'TypeError',
      message: 'serve has no option "prot"; did you mean "port"?',
    });
  });

  it('passes on method, path, query, headers and body unchanged', async () => {
    await using server = await serve(echo);
    const response = await fetch(`${server.url}/echo?a=%20b&c`, {
      method: 'POST',
      headers: { 'X-Mixed-Case': 'Yes' },
      body: 'grüße',
    });
    const seen = await response.json();
    assert.equal(seen.method, 'POST');
    assert.equal(seen.path, '/echo');
    assert.equal(seen.search, '?a=%20b&c');
    assert.equal(seen.mount, '');
    assert.equal(seen.headers['x-mixed-case'], 'Yes');
    assert.equal(seen.body, 'grüße');
  });

  it('joins repeated headers, authorization too', async () => {
    await using server = await serve(echo);
    const answer = await raw(
      server.port,
      'GET /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n' +
        '__proto__: polluted\r\nConnection: close\r\n\r\n',
    );
    const { headers } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
    assert.equal(headers.authorization, 'Bearer a, Bearer b');
    assert.equal(headers.polluted, undefined);
  });

  it('lets the caller write responses', async () => {
    const send: typeof sendResponse = async (res, response) => {
      res.setHeader('x-status', response.status);
      await sendResponse(res, response);
    };
    await using server = await serve(async () => jsonResponse({ ok: true }), { send });
    const response = await fetch(server.url);
    assert.equal(response.headers.get('x-status'), '200');
    assert.deepEqual(await response.json(), { ok: true });
  });

  it('understands the absolute form of a request target', async () => {
    await using server = await serve(echo);
    const answer = await raw(
      server.port,
      'GET http://example.test/echo?x=1 HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\n\r\n',
    );
    const seen = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
    assert.equal(seen.path, '/echo');
    assert.equal(seen.search, '?x=1');
  });

  it('moves a mount prefix from the path to the mount', async () => {
    await using server = await serve(mountAt('/v1', echo));
    const seen = await (await fetch(`${server.url}/v1/echo`)).json();
    assert.equal(seen.path, '/echo');
    assert.equal(seen.mount, '/v1');
    assert.equal((await fetch(`${server.url}/v10/echo`)).status, 404);
  });

  it('answers 404 in the envelope when the handler does not answer', async () => {
    await using server = await serve(echo);
    const response = await fetch(`${server.url}/nothing`);
    assert.equal(response.status, 404);
    assert.equal((await response.json()).error.code, 404);
    assert.match(response.headers.get('x-request-id') ?? '', /./);
  });

  it('answers 500 in the envelope, without the text, when the handler throws', async () => {
    await using server = await serve(async () => {
      throw new Error('the password is hunter2');
    });
    const response = await fetch(server.url);
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.equal(JSON.parse(text).error.message, 'Internal server error');
    assert.doesNotMatch(text, /hunter2/);
  });

  it('answers 500 in the envelope when a response cannot be written', async () => {
    const headers = { 'x-broken': 'two\nlines' };
    await using server = await serve(async () => jsonResponse({}, { headers }));
    const response = await fetch(server.url);
    assert.equal(response.status, 500);
    assert.equal((await response.json()).error.code, 500);
  });

  it('answers 500 in the envelope, and reports, when a handler returns no response', async (t) => {
    const printed = t.mock.method(console, 'error', () => {});
    // What plain JavaScript may return.
    for (const returned of [null, 'text', { a: 1 }, Response.json({})] as never[]) {
      await using server = await serve(async () => returned);
      const response = await fetch(server.url);
      assert.equal(response.status, 500);
      assert.equal((await response.json()).error.code, 500);
    }
    assert.deepEqual(
      printed.mock.calls.map(
        ({ arguments: [error] }) => /returned (.*?):/.exec(String(error))?.[1],
      ),
      ['null', 'text', 'an object without a status from 200 to 599', 'an object without body.kind'],
    );
  });

  it('counts content-length in bytes and writes many parts as one body', async () => {
    const parts = ['grü', 'ße ', '模型'].map((text) => new TextEncoder().encode(text));
    await using server = await serve(async () => bytesResponse(parts, 'text/plain; charset=utf-8'));
    const response = await fetch(server.url);
    assert.equal(response.headers.get('content-length'), String(Buffer.byteLength('grüße 模型')));
    assert.equal(await response.text(), 'grüße 模型');
  });

  it('refuses a body whose content-length exceeds the limit, before reading it', async () => {
    await using server = await serve(echo);
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body: 'x'.repeat(1001) });
    assert.equal(response.status, 413);
    assert.deepEqual((await response.json()).error.metadata, { limit_bytes: 1000 });
  });

  it('refuses a chunked body once it grows past the limit', async () => {
    await using server = await serve(echo);
    const request = httpRequest(`${server.url}/echo`, { method: 'POST' });
    request.on('error', () => {});
    const answered = once(request, 'response');
    for (let i = 0; i < 11; i++) request.write('x'.repeat(100));
    const [response] = await answered;
    assert.equal(response.statusCode, 413);
    request.destroy();
  });

  it('names the port when it is in use', async () => {
    await using server = await serve(echo);
    await assert.rejects(serve(echo, { port: server.port }), (error: Error) => {
      assert.match(error.message, new RegExp(`port ${server.port} on 127.0.0.1 is already in use`));
      return true;
    });
  });

  it('closes idle keep-alive connections, and is idempotent', async () => {
    const server = await serve(echo);
    await (await fetch(`${server.url}/echo`)).text();
    await server.close();
    await server.close();
    await assert.rejects(fetch(`${server.url}/echo`));
  });
});

describe('server-sent events', () => {
  /** Serves the events and reports when their source was closed. */
  function source(make: (leave: AbortSignal) => AsyncIterable<ServerSentEvent>) {
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    const handler: GatewayHandler = async (request) => ({
      status: 200,
      headers: {},
      body: {
        kind: 'events',
        events: (async function* () {
          try {
            yield* make(request.signal ?? new AbortController().signal);
          } finally {
            close();
          }
        })(),
      },
    });
    return { handler, closed };
  }

  it('sends each event at once, as data lines closed by a blank line', async () => {
    const { handler } = source(async function* () {
      yield { data: '{"a":1}' };
      yield { comment: 'still here' };
      yield { data: 'two\nlines' };
    });
    await using server = await serve(handler);
    const response = await fetch(server.url);
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(
      await response.text(),
      'data: {"a":1}\n\n: still here\n\ndata: two\ndata: lines\n\n',
    );
  });

  it('closes the source when the client leaves', async () => {
    const { handler, closed } = source(async function* (leave) {
      yield { data: 'first' };
      await new Promise((resolve) => leave.addEventListener('abort', resolve, { once: true }));
      yield { data: 'never read' };
    });
    await using server = await serve(handler);
    const client = new AbortController();
    const response = await fetch(server.url, { signal: client.signal });
    await response.body?.getReader().read();
    client.abort();
    await within(closed, 'the end of the source');
  });

  it('produces no more events than a slow reader takes', async () => {
    let made = 0;
    const block = 'x'.repeat(64 * 1024);
    const { handler, closed } = source(async function* () {
      for (; made < 10_000; made++) yield { data: block };
    });
    await using server = await serve(handler);
    const socket = connect(server.port, '127.0.0.1');
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    // The buffers of the two sockets fill; after that no turn of the loop produces another event.
    let before = -1;
    for (let still = 0; still < 20; before = made) {
      await new Promise((resolve) => setImmediate(resolve));
      still = made === before && made > 0 ? still + 1 : 0;
    }
    assert.ok(made < 1000, `${made} events of 64 KiB were made for a reader that reads nothing`);
    socket.destroy();
    await within(closed, 'the end of the source');
  });
});
