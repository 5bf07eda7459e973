import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import type { GatewayHandler } from '@model-gateway/core/http';
import { createMockGateway } from '@model-gateway/mock';
import { mswHandlers } from '@model-gateway/mock/msw';
import { http, HttpResponse, type SharedOptions } from 'msw';
import type { HttpNetworkFrame } from 'msw/experimental';
import { setupServer } from 'msw/node';

const BASE = 'https://gateway.example/v1';

/** Describes the tests for every version of MSW. */
export function describeMswHandlers(version: string): void {
  describe(`mswHandlers with ${version}`, () => {
    const gateway = createMockGateway();
    const headers = { authorization: `Bearer ${gateway.apiKey}` };
    const server = setupServer();
    const unhandled: string[] = [];
    const note = ({ method, url }: Request) => void unhandled.push(`${method} ${url}`);
    const options = {
      onUnhandledRequest: note,
      // The name since MSW 3.
      onUnhandledFrame({ frame }) {
        // Nothing here opens a web socket, and this is what frames of HTTP carry.
        note((frame.data as HttpNetworkFrame['data']).request);
      },
    } satisfies SharedOptions & Record<string, unknown>;
    before(() => server.listen(options));
    afterEach(() => {
      server.resetHandlers();
      unhandled.length = 0;
    });
    after(() => server.close());

    const use = (baseURL?: string) => server.use(...mswHandlers(gateway, { baseURL }));

    it('answers under an absolute base URL', async () => {
      use(BASE);
      const { data } = await (await fetch(`${BASE}/models?limit=3`, { headers })).json();
      assert.equal(data.length, 3);
    });

    it('answers on any origin when a relative base URL has no page', async () => {
      use();
      for (const origin of ['http://localhost:3000', 'https://app.example']) {
        assert.equal((await fetch(`${origin}/v1/models`, { headers })).status, 200);
      }
    });

    it('links to the next page under the base URL', async () => {
      use('https://gateway.example/some/api/');
      const first = await fetch('https://gateway.example/some/api/models?limit=1', { headers });
      const { links } = await first.json();
      assert.equal(links.next, '/some/api/models?offset=1&limit=1');
    });

    it('answers HEAD without a body', async () => {
      use(BASE);
      const response = await fetch(`${BASE}/models?limit=1`, { method: 'HEAD', headers });
      assert.equal(response.status, 200);
      assert.ok(Number(response.headers.get('content-length')) > 0);
      assert.equal(await response.text(), '');
    });

    it('answers a preflight', async () => {
      use(BASE);
      const response = await fetch(`${BASE}/images`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'POST' },
      });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
    });

    it('reads the body of a request', async () => {
      use(BASE);
      const ask = (body: string) =>
        fetch(`${BASE}/images`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
      assert.equal((await ask('{"model":')).status, 400);
      const made = await ask('{"model":"acme/paint-1","prompt":"a red panda"}');
      assert.equal(made.status, 200);
      assert.ok((await made.json()).data[0].b64_json.length > 0);
    });

    it('passes the events of a stream on as they come', async () => {
      const { handler, events } = openStream();
      server.use(...mswHandlers({ handleAt: () => handler }, { baseURL: BASE }));
      // MSW 3 in Node sends the headers with the first event.
      events.push('one');
      const response = await fetch(`${BASE}/images`, { method: 'POST', body: '{}' });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      assert.equal((await reader.read()).value, 'data: one\n\n');
      events.push('two');
      assert.equal((await reader.read()).value, 'data: two\n\n');
      await reader.cancel();
    });

    it('ends a stream whose reader leaves', async () => {
      const { handler, events, left } = openStream();
      server.use(...mswHandlers({ handleAt: () => handler }, { baseURL: BASE }));
      const leaving = new AbortController();
      events.push('one');
      const response = await fetch(`${BASE}/images`, { method: 'POST', signal: leaving.signal });
      const reader = response.body!.getReader();
      await reader.read();
      leaving.abort();
      await assert.rejects(reader.read(), { name: 'AbortError' });
      await left;
    });

    it('errors a stream that breaks, so that it does not look complete', async () => {
      use(BASE);
      gateway.on('createImage').end('abort', { afterEvents: 1 });
      const response = await fetch(`${BASE}/images`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'acme/paint-1', prompt: 'a red panda', stream: true }),
      });
      assert.equal(response.status, 200);
      await assert.rejects(response.text());
    });

    it('leaves requests that are not the gateway’s to other handlers', async () => {
      server.use(http.get(`${BASE}/about`, () => HttpResponse.text('the host goes on')));
      use(BASE);
      assert.equal(await (await fetch(`${BASE}/about`)).text(), 'the host goes on');
    });

    it('does not handle neighbouring paths and other origins', async () => {
      server.use(http.all('*', () => HttpResponse.text('not the gateway’s')));
      use(BASE);
      for (const url of [`${BASE}1/models`, 'https://other.example/v1/models']) {
        assert.equal(await (await fetch(url, { headers })).text(), 'not the gateway’s');
      }
    });

    it('reports an unknown operation as unhandled', async () => {
      use('http://127.0.0.1:2/v1');
      await assert.rejects(fetch('http://127.0.0.1:2/v1/modles'), TypeError);
      assert.deepEqual(unhandled, ['GET http://127.0.0.1:2/v1/modles']);
    });
  });
}

/** A gateway that answers everything with a stream that the test fills. */
function openStream() {
  const leaving = new EventTarget();
  const left = once(leaving, 'left');
  const queue = new TransformStream<string, string>(undefined, { highWaterMark: 10 });
  const writer = queue.writable.getWriter();
  const handler: GatewayHandler = async ({ signal }) => {
    const leave = () => void leaving.dispatchEvent(new Event('left'));
    signal?.addEventListener('abort', leave);
    async function* events() {
      try {
        for await (const data of queue.readable) yield { data };
      } finally {
        leave();
      }
    }
    return { status: 200, headers: {}, body: { kind: 'events', events: events() } };
  };
  const push = (data: string) => void writer.write(data).catch(() => undefined);
  return { handler, events: { push }, left };
}
