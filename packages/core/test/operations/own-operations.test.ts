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
} from '@model-gateway/core';
import { emptyResponse, jsonResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import {
  aClock,
  aGateway,
  aKey,
  anEntry,
  aPost,
  aRequest,
  bearer,
  envelopeOf,
  get,
  toAnswer,
} from '../builders.ts';
import { repeat } from './own-operation.ts';

/* Operations of a host's own, beside those of the contract. Source: contract §1.10. */

describe('an operation of your own', () => {
  it('answers with checked and typed parameters, query, body and caller', async () => {
    const gateway = aGateway({ operations: [repeat] });
    const request = aPost('/texts/a%20b/repeat?times=3', { text: 'ab' });
    const { status, text } = toAnswer(await gateway.handle(request));
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { name: 'a b', text: 'ababab', caller: 'test key' });
  });

  it('has the headers of every response', async () => {
    const gateway = aGateway({ operations: [repeat] });
    const request = aPost('/texts/a/repeat', { text: 'ab' });
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
      aPost('/texts/a/repeat', {}, { headers: {} }),
      401,
      /Missing authentication header/,
    ],
    ['a query', aPost('/texts/a/repeat?times=0', { text: 'a' }), 400, /times must be a whole/],
    ['a body', aPost('/texts/a/repeat', { text: 5 }), 400, /text must be text, got 5/],
    [
      'a management key',
      aPost('/texts/a/repeat', { text: 'a' }, { headers: bearer('manager') }),
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

  it('names its errors beside those of the steps before it, by status', () => {
    const steps = { id: 'steps', method: 'GET', path: '/steps', summary: 'Count steps' } as const;
    const handle = () => jsonResponse({});
    const ofAll = ['missingAuthentication', 'invalidKey', 'internal', 'unavailable'] as const;
    assert.deepEqual(defineOperation({ ...steps, handle }).errors, ofAll);
    const own = defineOperation({ ...steps, errors: ['timedOut', 'notFound', 'internal'], handle });
    const [missing, invalid, ...rest] = ofAll;
    assert.deepEqual(own.errors, [missing, invalid, 'notFound', ...rest, 'timedOut']);
    assert.deepEqual(repeat.errors, [
      'invalidRequest',
      missing,
      invalid,
      'inferenceKeyRequired',
      'payloadTooLarge',
      ...rest,
    ]);
  });

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
    const answer = toAnswer(await gateway.handle(aPost('/texts/a/repeat', {}, given)));
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
