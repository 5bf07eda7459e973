import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { fetchGateway } from '@model-gateway/fetch';

const echo: GatewayHandler = async ({ path, body }) => {
  if (path !== '/echo') return undefined;
  const text = body.kind === 'bytes' ? new TextDecoder().decode(await body.read(10)) : body.kind;
  return jsonResponse({ body: text });
};

async function answer(handler: GatewayHandler, request: Request): Promise<Response> {
  const response = await fetchGateway(handler)(request);
  assert.ok(response, 'the gateway did not answer');
  return response;
}

// The conformance suite, bound in adapter-suite.test.ts, covers what every adapter must do.
describe('fetchGateway', () => {
  it('refuses a gateway in place of its handle', () => {
    // From plain JavaScript.
    const gateway = { handle: async () => undefined } as unknown as GatewayHandler;
    assert.throws(() => fetchGateway(gateway), {
      name: 'TypeError',
      message: 'expected a handler, got a gateway: pass gateway.handle',
    });
  });

  it('answers at the root with an empty mount', async () => {
    const response = await fetchGateway(echo, { mount: '' })(new Request('http://host/echo'));
    assert.equal(response?.status, 200);
  });

  it('hands on the request of its host, or what is given beside it', async () => {
    const seen: unknown[] = [];
    const look: GatewayHandler = async ({ hostRequest }) => void seen.push(hostRequest);
    const request = new Request('http://host/v1/echo');
    const context = { user: 'ada' };
    await fetchGateway(look)(request);
    await fetchGateway(look)(request, context);
    assert.deepEqual(seen, [request, context]);
  });

  it('resolves to undefined for requests that are not for the gateway', async () => {
    for (const url of ['http://host/echo', 'http://host/v1/other', 'http://host/v12/echo']) {
      assert.equal(await fetchGateway(echo)(new Request(url)), undefined, url);
    }
  });

  it('rejects a body read with the signal’s reason once the client has left', async () => {
    const client = new AbortController();
    const broken = new ReadableStream({
      pull(controller) {
        client.abort();
        controller.error(new TypeError('terminated'));
      },
    });
    const init = { method: 'POST', body: broken, signal: client.signal, duplex: 'half' };
    const request = new Request('http://host/v1/echo', init);
    await assert.rejects(answer(echo, request), (error) => error === request.signal.reason);
  });

  it('has a null body where none is allowed', async () => {
    const { status, body } = await answer(
      async () => emptyResponse(304),
      new Request('http://host/v1/'),
    );
    assert.deepEqual([status, body], [304, null]);
  });

  it('streams events on demand and closes their source when the reader cancels', async () => {
    let made = 0;
    let closed = false;
    const handler: GatewayHandler = async () => ({
      status: 200,
      headers: {},
      body: {
        kind: 'events',
        events: (async function* () {
          try {
            for (;;) yield { data: String(++made) };
          } finally {
            closed = true;
          }
        })(),
      },
    });
    const reader = (await answer(handler, new Request('http://host/v1/'))).body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'data: 1\n\n');
    assert.ok(made <= 3, `${made} events were made for one that was read`);
    await reader?.cancel();
    assert.equal(closed, true);
  });

  it('passes on the request’s signal', async () => {
    const client = new AbortController();
    let signal: AbortSignal | undefined;
    await answer(
      async (request) => {
        signal = request.signal;
        return emptyResponse(204);
      },
      new Request('http://host/v1/', { signal: client.signal }),
    );
    client.abort();
    assert.equal(signal?.aborted, true);
  });
});

describe('fetchGateway where a request has no `body`, as in Firefox', () => {
  /** A request whose body can be read, but not as a stream. */
  function withoutStream(method: string, body: string | null, headers = {}): Request {
    const request = new Request('http://host/v1/echo', { method, body, headers });
    return Object.defineProperty(request, 'body', { value: undefined });
  }
  const bodySeen = async (request: Request) => (await (await answer(echo, request)).json()).body;

  it('reads the body whole', async () => {
    assert.equal(await bodySeen(withoutStream('POST', 'grüße')), 'grüße');
  });

  it('treats a missing body as empty for methods that may have one', async () => {
    assert.equal(await bodySeen(withoutStream('POST', null)), '');
    assert.equal(await bodySeen(withoutStream('GET', null)), 'none');
    assert.equal(await bodySeen(withoutStream('HEAD', null)), 'none');
  });

  it('refuses a body past the limit', async () => {
    await assert.rejects(answer(echo, withoutStream('POST', 'x'.repeat(11))), { status: 413 });
  });

  it('refuses a body whose content-length exceeds the limit without reading it', async () => {
    const request = withoutStream('POST', 'x'.repeat(11), { 'content-length': '11' });
    await assert.rejects(answer(echo, request), { status: 413 });
    assert.equal(request.bodyUsed, false);
  });

  it('says how to fix a body that was read before', async () => {
    const request = withoutStream('POST', 'read');
    await request.text();
    await assert.rejects(answer(echo, request), /was read before the request reached the gateway/);
  });
});
