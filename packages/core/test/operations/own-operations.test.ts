import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  createMemoryRateLimiter,
  defineOperation,
  GatewayError,
  type GatewayOptions,
  type GatewayRequest,
  type RequestRecord,
} from '@model-gateway/core';
import { emptyResponse, encodeEvent, eventsResponse, jsonResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import {
  aClock,
  aGateway,
  aKey,
  anEntry,
  aRequest,
  bearer,
  envelopeOf,
  get,
  toAnswer,
} from '../builders.ts';

/* Operations of a host's own, beside those of the contract. Source: contract §1.10. */

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const repeat = defineOperation({
  id: 'repeat',
  method: 'POST',
  path: '/texts/:name/repeat',
  summary: 'Repeat a text',
  permission: 'inference',
  params: v.object({ name: v.string() }),
  query: v.object({ times: v.optional(count, 2) }),
  body: { schema: v.object({ text: v.string() }) },
  response: v.object({ text: v.string() }),
  handle: async ({ params, query, body, caller }) =>
    jsonResponse({
      name: params.name,
      text: body.text.repeat(query.times),
      caller: caller?.label,
    }),
});

function post(path: string, body: unknown, given: Partial<GatewayRequest> = {}): GatewayRequest {
  return aRequest(path, {
    method: 'POST',
    headers: bearer(),
    body: { kind: 'bytes', read: async () => new TextEncoder().encode(JSON.stringify(body)) },
    ...given,
  });
}

describe('an operation of your own', () => {
  it('answers with checked and typed parameters, query, body and caller', async () => {
    const gateway = aGateway({ operations: [repeat] });
    const request = post('/texts/a%20b/repeat?times=3', { text: 'ab' });
    const { status, text } = toAnswer(await gateway.handle(request));
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { name: 'a b', text: 'ababab', caller: 'test key' });
  });

  it('has the headers of every response', async () => {
    const gateway = aGateway({ operations: [repeat] });
    const request = post('/texts/a/repeat', { text: 'ab' });
    const { headers } = toAnswer(await gateway.handle(request));
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.ok(headers['x-request-id']);
  });

  it('leaves the gateway’s own operations as they are', async () => {
    const gateway = aGateway({ operations: [repeat], entries: [anEntry()] });
    assert.equal((await get(gateway, '/models')).status, 200);
    assert.equal(await gateway.handle(aRequest('/texts')), undefined);
  });

  const refusals: readonly (readonly [string, GatewayRequest, number, RegExp])[] = [
    [
      'a missing key',
      post('/texts/a/repeat', {}, { headers: {} }),
      401,
      /Missing authentication header/,
    ],
    ['a query', post('/texts/a/repeat?times=0', { text: 'a' }), 400, /times must be a whole/],
    ['a body', post('/texts/a/repeat', { text: 5 }), 400, /text must be text, got 5/],
    [
      'a management key',
      post('/texts/a/repeat', { text: 'a' }, { headers: bearer('manager') }),
      403,
      /Management keys cannot/,
    ],
  ];
  for (const [what, request, status, message] of refusals) {
    it(`refuses ${what} before it is called`, async () => {
      const keys = [aKey(), aKey({ text: 'manager', kind: 'management' })];
      const answer = toAnswer(await aGateway({ operations: [repeat], keys }).handle(request));
      assert.equal(answer.status, status, answer.text);
      assert.match(envelopeOf(answer).error.message, message);
    });
  }

  it('has its errors in the envelope', async () => {
    const fails = defineOperation({
      id: 'fails',
      method: 'DELETE',
      path: '/texts',
      summary: 'Fail',
      async handle() {
        throw new GatewayError('notFound', { message: 'No such text' });
      },
    });
    const gateway = aGateway({ operations: [fails] });
    const answer = await get(gateway, '/texts', {}, { method: 'DELETE' });
    assert.deepEqual(envelopeOf(answer), {
      error: { code: 404, message: 'No such text' },
      user_id: 'user_1',
    });
  });

  it('writes its errors in a form of its own, those of the steps before it too', async () => {
    const gateway = aGateway({
      operations: [
        {
          ...repeat,
          errorForm: { write: ({ name, status, requestId }) => ({ name, status, requestId }) },
        },
      ],
    });
    const requestId = 'request-1';
    const given = { headers: { 'x-request-id': requestId } };
    const answer = toAnswer(await gateway.handle(post('/texts/a/repeat', {}, given)));
    assert.equal(answer.status, 401);
    const told = { name: 'missingAuthentication', status: 401, requestId };
    assert.deepEqual(JSON.parse(answer.text), told);
  });

  it('reports a bug to onError and answers a 500', async () => {
    const errors: unknown[] = [];
    const bug = new Error('a bug');
    const buggy = defineOperation({
      id: 'buggy',
      method: 'GET',
      path: '/bug',
      summary: 'Fail',
      handle: () => Promise.reject(bug),
    });
    const gateway = aGateway({ operations: [buggy], onError: (error) => errors.push(error) });
    assert.equal((await get(gateway, '/bug')).status, 500);
    assert.deepEqual(errors, [bug]);
  });

  it('answers without a key where it is public, and checks one that is sent', async () => {
    const health = defineOperation({
      id: 'health',
      method: 'GET',
      path: '/health',
      summary: 'Say whether the server works',
      isPublic: true,
      handle: async () => emptyResponse(204),
    });
    const gateway = aGateway({ operations: [health] });
    assert.equal((await get(gateway, '/health', { authorization: undefined })).status, 204);
    assert.equal((await get(gateway, '/health', bearer('unknown'))).status, 401);
  });

  it('counts against a limiter of its own', async () => {
    const clock = aClock();
    const limiter = createMemoryRateLimiter({ limit: 1, windowSeconds: 60, clock });
    const limited = defineOperation({
      id: 'limited',
      method: 'GET',
      path: '/limited',
      summary: 'Answer now and then',
      limiter: () => limiter,
      handle: async () => emptyResponse(204),
    });
    const gateway = aGateway({ operations: [limited], clock });
    assert.equal((await get(gateway, '/limited')).status, 204);
    const second = await get(gateway, '/limited');
    assert.deepEqual([second.status, second.headers['retry-after']], [429, '60']);
  });

  it('reads the catalog and the clock of the gateway', async () => {
    const newest = defineOperation({
      id: 'newest',
      method: 'GET',
      path: '/newest',
      summary: 'Name the first model',
      async handle(_input, { catalog, clock }) {
        const { entries } = await catalog.current();
        return jsonResponse({ id: entries[0]?.model.id, now: clock.now() });
      },
    });
    const gateway = aGateway({
      operations: [newest],
      entries: [anEntry({ id: 'acme/one' })],
      clock: aClock(5),
    });
    assert.deepEqual(JSON.parse((await get(gateway, '/newest')).text), { id: 'acme/one', now: 5 });
  });
});

describe('an operation of your own that streams', () => {
  const chat = (onRequest?: (record: RequestRecord) => void) => {
    let isOpen = false;
    const operation = defineOperation({
      id: 'chat',
      method: 'POST',
      path: '/chat',
      summary: 'Chat',
      body: { schema: v.object({ model: v.string(), prompt: v.string() }) },
      async handle({ body, trace }) {
        const generation = trace?.generation({ task: 'chat', ...body, parameters: {} });
        async function* events() {
          isOpen = true;
          try {
            for (const word of ['red', 'panda']) {
              generation?.output();
              yield { data: JSON.stringify({ word }) };
            }
            generation?.note({
              usage: { promptTokens: 3, completionTokens: 2 },
              costUsd: '0.001',
              finishReason: 'stop',
            });
          } finally {
            isOpen = false;
          }
        }
        return eventsResponse(events());
      },
    });
    const gateway = aGateway({ operations: [operation], ...(onRequest && { onRequest }) });
    const open = async () => {
      const response = await gateway.handle(post('/chat', { model: 'acme/quill', prompt: 'go' }));
      assert.ok(response?.body.kind === 'events');
      return response.body.events;
    };
    return { open, isOpen: () => isOpen };
  };

  it('sends its events as they come', async () => {
    let text = '';
    for await (const event of await chat().open()) {
      text += Buffer.concat([...encodeEvent(event)]).toString();
    }
    assert.equal(text, 'data: {"word":"red"}\n\ndata: {"word":"panda"}\n\n');
  });

  it('is recorded with what it notes, once its last event is taken', async () => {
    const records: RequestRecord[] = [];
    const events = await chat((record) => records.push(record)).open();
    assert.equal(records.length, 0);
    for await (const event of events) assert.ok(event);
    const [record] = records;
    assert.deepEqual([record?.operation, record?.ending], ['chat', 'complete']);
    const { model, usage, costUsd, finishReason } = record?.generation ?? {};
    assert.deepEqual([model, costUsd, finishReason], ['acme/quill', '0.001', 'stop']);
    assert.deepEqual([usage?.promptTokens, usage?.completionTokens], [3, 2]);
  });

  it('ends when its reader leaves', async () => {
    const records: RequestRecord[] = [];
    const { open, isOpen } = chat((record) => records.push(record));
    const reader = (await open())[Symbol.asyncIterator]();
    await reader.next();
    assert.equal(isOpen(), true);
    await reader.return?.();
    assert.equal(isOpen(), false);
    assert.deepEqual(
      records.map(({ ending }) => ending),
      ['abandoned'],
    );
  });
});

describe('createGateway refuses operations that no request could reach', () => {
  const base = {
    id: 'mine',
    method: 'GET',
    path: '/mine',
    summary: 'Answer',
    handle: async () => emptyResponse(204),
  } as const;
  const wrong: readonly (readonly [
    string,
    Partial<Parameters<typeof defineOperation>[0]>,
    RegExp,
  ])[] = [
    ['an id that is not a name', { id: 'POST /mine' }, /"POST \/mine" must have an id of 1 to 64/],
    ['the id of another', { id: 'listModels' }, /"listModels" has the id of another operation/],
    [
      'the id of requests without an operation',
      { id: 'unhandled' },
      /"unhandled" has an id that is reserved/,
    ],
    [
      'the id of what is passed through',
      { id: 'passThrough' },
      /"passThrough" has an id that is reserved/,
    ],
    [
      'the route of another',
      { path: '/models' },
      /"mine" is GET \/models, which "listModels" answers already/,
    ],
    ['a path without a slash', { path: 'mine' }, /begins with a slash, got "mine"/],
    [
      'a parameter that params lacks',
      { path: '/mine/:id' },
      /has :id in its path, but not in params/,
    ],
    [
      'a parameter that its path lacks',
      { params: v.object({ id: v.string() }) },
      /has id in params, but not in its path/,
    ],
    ['a wildcard', { path: '/mine/*rest' }, /something other than text and :names/],
    ['a broken pattern', { path: '/mine/{' }, /the path "\/mine\/\{" of an operation is invalid/],
  ];
  for (const [what, changes, message] of wrong) {
    it(`with ${what}`, () => {
      const mine = defineOperation({ ...base, ...changes });
      assert.throws(() => aGateway({ operations: [mine] }), { name: 'TypeError', message });
    });
  }

  it('with the id of another of your own', () => {
    const twice = [defineOperation(base), defineOperation({ ...base, path: '/other' })];
    assert.throws(() => aGateway({ operations: twice }), /"mine" has the id of another operation/);
  });
});

describe('what an operation returns', () => {
  const returning = (handle: () => unknown, onError?: (error: unknown) => void) =>
    aGateway({
      onError,
      operations: [
        defineOperation({
          id: 'mine',
          method: 'GET',
          path: '/mine',
          summary: 'Answer',
          // Plain JavaScript may return anything.
          handle: handle as () => Promise<Response>,
        }),
      ],
    });

  it('may be a web Response: status, headers, every cookie, and its body as it comes', async () => {
    const headers = new Headers({ 'content-type': 'text/x-own', 'x-own': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2; Expires=Fri, 01 Jan 2027 00:00:00 GMT');
    const gateway = returning(() => new Response('whole', { status: 201, headers }));
    const response = await gateway.handle(aRequest('/mine', { headers: bearer() }));
    assert.deepEqual(
      [response?.status, response?.headers['x-own'], response?.cookies],
      [201, '1', ['a=1', 'b=2; Expires=Fri, 01 Jan 2027 00:00:00 GMT']],
    );
    assert.ok(response?.headers['x-request-id']);
    assert.ok(response?.body.kind === 'stream');
    assert.equal(response.body.contentType, 'text/x-own');
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body.chunks) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString(), 'whole');
  });

  it('may be a Response without a body', async () => {
    const gateway = returning(() => new Response(null, { status: 204 }));
    const response = await gateway.handle(aRequest('/mine', { headers: bearer() }));
    assert.deepEqual([response?.status, response?.body], [204, { kind: 'none' }]);
  });

  it('cancels the body of a Response whose reader leaves', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => void (isCancelled = true),
    });
    const gateway = returning(() => new Response(body));
    const response = await gateway.handle(aRequest('/mine', { headers: bearer() }));
    assert.ok(response?.body.kind === 'stream');
    for await (const _chunk of response.body.chunks) break;
    assert.equal(isCancelled, true);
  });

  const wrong: readonly (readonly [returned: unknown, what: string])[] = [
    [undefined, 'nothing'],
    ['text', 'text'],
    [{ a: 1 }, 'an object without a status from 200 to 599'],
    [{ status: 200, headers: {}, body: 'text' }, 'an object without body.kind'],
    [{ status: 200, body: { kind: 'none' } }, 'an object without headers'],
    [Response.error(), 'an object without a status from 200 to 599'],
  ];
  for (const [returned, what] of wrong) {
    it(`is named to onError when it is ${what}: ${JSON.stringify(returned)}`, async () => {
      const errors: unknown[] = [];
      const gateway = returning(
        () => returned,
        (error) => errors.push(error),
      );
      assert.equal((await get(gateway, '/mine')).status, 500);
      assert.deepEqual(errors.map(String), [
        `TypeError: operation "mine" returned ${what}: return jsonResponse(value), another ` +
          'response of @model-gateway/core/http, or a web Response',
      ]);
    });
  }
});

describe('an unexpected error', () => {
  const failing = (given: Pick<GatewayOptions, 'onError'>) =>
    createGateway({
      ...given,
      stores: { models: createMemoryModelStore([]), keys: createMemoryKeyStore([aKey()]) },
      operations: [
        defineOperation({
          id: 'mine',
          method: 'GET',
          path: '/mine',
          summary: 'Fail',
          handle: () => Promise.reject(new RangeError('boom')),
        }),
      ],
    });

  it('is printed when the host has no onError, and not printed when it has', async (t) => {
    const print = t.mock.method(console, 'error', () => {});
    assert.equal((await get(failing({}), '/mine')).status, 500);
    assert.deepEqual(
      print.mock.calls.map(({ arguments: printed }) => String(printed)),
      ['RangeError: boom'],
    );
    assert.equal((await get(failing({ onError: () => {} }), '/mine')).status, 500);
    assert.equal(print.mock.callCount(), 1);
  });
});
