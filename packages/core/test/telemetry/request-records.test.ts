import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestObserver, RequestRecord } from '@model-gateway/core';
import { aClock, aGateway, aKey, aRequest, bearer, get, KEY_TEXT, NOW } from '../builders.ts';

/* What observers learn of requests that use no model. Source: contract §1.12. */

const watched = (given: Parameters<typeof aGateway>[0] = {}) => {
  const records: RequestRecord[] = [];
  const gateway = aGateway({ onRequest: (record) => records.push(record), ...given });
  return { gateway, records };
};

describe('onRequest', () => {
  it('is called once with who asked for what, and what became of it', async () => {
    const { gateway, records } = watched();
    await get(gateway, '/models?limit=1', { 'x-request-id': 'request-1' });
    assert.deepEqual(records, [
      {
        requestId: 'request-1',
        operation: 'listModels',
        method: 'GET',
        route: '/models',
        path: '/v1/models',
        caller: {
          keyHash: aKey().hash,
          keyLabel: 'test key',
          kind: 'inference',
          userId: 'user_1',
          organizationId: null,
          workspaceId: '00000000-0000-4000-8000-000000000001',
        },
        sessionId: undefined,
        parent: undefined,
        startedAt: NOW,
        ms: 0,
        status: 200,
        ending: 'complete',
        error: undefined,
        generation: undefined,
      },
    ]);
  });

  for (const [member, changed] of [
    ['label', 'another label'],
    ['kind', 'management'],
    ['userId', 'user_2'],
    ['organizationId', 'org_2'],
    ['workspaceId', '00000000-0000-4000-8000-000000000002'],
  ] as const) {
    it(`has the ${member} that the key had at the time`, async () => {
      const found = [aKey(), aKey({ [member]: changed }), aKey()];
      const { gateway, records } = watched({ keys: { findByHash: async () => found.shift() } });
      for (let request = 0; request < 3; request++) await get(gateway, '/models');
      const [first, second, third] = records.map(({ caller }) => caller);
      const name = member === 'label' ? 'keyLabel' : member;
      assert.deepEqual(second, { ...first, [name]: changed });
      assert.deepEqual(third, first);
    });
  }

  it('has the key of its request, of two that differ in nothing else', async () => {
    const texts = [KEY_TEXT, 'mg-v1-other-key'];
    const all = texts.map((text) => aKey({ text }));
    const keys = { findByHash: async (hash: string) => all.find((key) => key.hash === hash) };
    const { gateway, records } = watched({ keys });
    for (const text of texts) await get(gateway, '/models', bearer(text));
    assert.deepEqual(
      records.map(({ caller }) => caller?.keyHash),
      all.map(({ hash }) => hash),
    );
  });

  it('takes the time from the clock', async () => {
    const clock = aClock();
    const key = aKey();
    const keys = {
      findByHash: async () => {
        clock.advance(7);
        return key;
      },
    };
    const { gateway, records } = watched({ clock, keys });
    await get(gateway, '/models');
    assert.deepEqual([records[0]?.startedAt, records[0]?.ms], [NOW, 7]);
  });

  it('names the pattern of a path with parameters', async () => {
    const { gateway, records } = watched({ keys: [aKey({ kind: 'management' })] });
    const path = '/observability/destinations/00000000-0000-4000-8000-000000000009';
    await get(gateway, path, {}, { method: 'PATCH' });
    const [record] = records;
    assert.equal(record?.route, '/observability/destinations/:id');
    assert.equal(record?.path, `/v1${path}`);
    assert.deepEqual([record?.status, record?.error], [404, 'notFound']);
  });

  for (const [what, headers, status, error] of [
    ['a missing key', {}, 401, 'missingAuthentication'],
    ['an unknown key', bearer('mg-v1-other'), 401, 'invalidKey'],
  ] as const) {
    it(`reports ${what} without a caller`, async () => {
      const { gateway, records } = watched();
      await gateway.handle(aRequest('/models', { headers }));
      const [record] = records;
      assert.deepEqual(
        [record?.status, record?.error, record?.caller, record?.ending],
        [status, error, undefined, 'complete'],
      );
    });
  }

  const PAST = new Date(NOW - 1).toISOString();
  for (const [problem, given] of [
    ['disabled', { state: 'disabled' }],
    ['revoked', { state: 'revoked', expiresAt: PAST }],
    ['expired', { expiresAt: PAST }],
  ] as const) {
    it(`says which key was refused as ${problem}`, async () => {
      const key = aKey(given);
      const { gateway, records } = watched({ keys: [key] });
      await get(gateway, '/models');
      const known = { keyHash: key.hash, keyLabel: 'test key' };
      assert.deepEqual(records[0]?.refusedKey, { problem, key: known });
      assert.equal(records[0]?.caller, undefined);
      assert.doesNotMatch(JSON.stringify(records), new RegExp(KEY_TEXT));
    });

    it(`says it of a caller that the host knows: ${problem}`, async () => {
      const { gateway, records } = watched({ authenticate: () => aKey(given) });
      await get(gateway, '/models', { authorization: undefined });
      assert.equal(records[0]?.refusedKey?.problem, problem);
      assert.equal(records[0]?.refusedKey?.key?.keyLabel, 'test key');
    });
  }

  for (const [what, keys] of [
    ['that no store knows', []],
    ['for which a store returns another', { findByHash: async () => aKey({ state: 'disabled' }) }],
  ] as const) {
    it(`calls a key unknown ${what}`, async () => {
      const { gateway, records } = watched({ keys });
      await get(gateway, '/models', bearer('mg-v1-guessed'));
      assert.deepEqual(records[0]?.refusedKey, { problem: 'unknown', key: undefined });
      assert.doesNotMatch(JSON.stringify(records), /guessed/);
    });
  }

  it('names no refused key where none was sent', async () => {
    const { gateway, records } = watched();
    await get(gateway, '/models', { authorization: undefined });
    assert.ok(records[0] !== undefined && !('refusedKey' in records[0]));
  });

  it('reports a 403 with its caller', async () => {
    const { gateway, records } = watched();
    await get(gateway, '/organization/members');
    const [record] = records;
    assert.deepEqual(
      [record?.status, record?.error, record?.caller?.keyLabel],
      [403, 'managementKeyRequired', 'test key'],
    );
  });

  it('reports a public request without a key', async () => {
    const { gateway, records } = watched({ publicCatalog: true });
    await get(gateway, '/models', { authorization: undefined });
    assert.deepEqual([records[0]?.status, records[0]?.caller], [200, undefined]);
  });

  it('reports a store that fails as the error that the client got', async () => {
    const keys = { findByHash: () => Promise.reject(new Error('db')) };
    const { gateway, records } = watched({ keys });
    await get(gateway, '/models');
    assert.deepEqual([records[0]?.status, records[0]?.error], [500, 'internal']);
  });

  it('reports a client that left before its response', async () => {
    const left = AbortSignal.abort(new Error('the client closed the connection'));
    const keys = { findByHash: () => Promise.reject(left.reason) };
    const { gateway, records } = watched({ keys });
    await get(gateway, '/models', {}, { signal: left });
    assert.deepEqual([records[0]?.status, records[0]?.ending], [499, 'abandoned']);
  });

  for (const kind of ['events', 'stream'] as const) {
    it(`reports a response of the kind ${kind} as broken that is cut off unread`, async () => {
      const cutOff = new AbortController();
      const { signal } = cutOff;
      async function* nothing() {}
      const body =
        kind === 'events'
          ? ({ kind, events: nothing(), signal } as const)
          : ({ kind, chunks: nothing(), contentType: 'text/x', signal } as const);
      const passThrough = async () => ({ status: 200, headers: {}, body });
      const { gateway, records } = watched({ passThrough });
      await get(gateway, '/other');
      const before = records.length;
      cutOff.abort();
      await Promise.resolve();
      assert.equal(before, 0);
      assert.deepEqual([records[0]?.status, records[0]?.ending], [200, 'broken']);
    });
  }

  it('is not called for a path that is not the gateway’s', async () => {
    const { gateway, records } = watched();
    assert.equal(await gateway.handle(aRequest('/other')), undefined);
    assert.deepEqual(records, []);
  });

  it('holds no key', async () => {
    const { gateway, records } = watched();
    await get(gateway, '/models');
    assert.doesNotMatch(JSON.stringify(records), new RegExp(KEY_TEXT));
  });

  it('gives a frozen record', async () => {
    const { gateway, records } = watched();
    await get(gateway, '/models');
    assert.ok(Object.isFrozen(records[0]) && Object.isFrozen(records[0]?.caller));
  });

  it('gives a frozen refusal', async () => {
    const { gateway, records } = watched({ keys: [aKey({ state: 'disabled' })] });
    await get(gateway, '/models');
    const refused = records[0]?.refusedKey;
    assert.ok(Object.isFrozen(refused) && Object.isFrozen(refused?.key));
  });
});

describe('an observer', () => {
  it('is asked with the operation and the caller, and gets what it wants', async () => {
    const asked: unknown[] = [];
    const records: RequestRecord[] = [];
    const observer: RequestObserver = {
      wants(operation, caller) {
        asked.push([operation, caller?.label]);
        return caller === undefined ? undefined : 'metadata';
      },
      observe: (record) => records.push(record),
    };
    const gateway = aGateway({ observers: [observer] });
    await get(gateway, '/models');
    await get(gateway, '/models', { authorization: undefined });
    assert.deepEqual(asked, [
      ['listModels', 'test key'],
      ['listModels', undefined],
    ]);
    assert.deepEqual(
      records.map(({ status }) => status),
      [200],
    );
  });

  for (const method of ['wants', 'observe'] as const) {
    it(`that throws in ${method} changes no response and is reported`, async () => {
      const errors: unknown[] = [];
      const bug = new Error('a bug of the observer');
      const observer: RequestObserver = {
        wants: () => 'metadata',
        observe: () => {},
        [method]: () => {
          throw bug;
        },
      };
      const gateway = aGateway({ observers: [observer], onError: (error) => errors.push(error) });
      assert.equal((await get(gateway, '/models')).status, 200);
      assert.deepEqual(errors, [bug]);
    });
  }

  it('asks adapters for no signal of a request that is answered at once', async () => {
    let asked = 0;
    const request = aRequest('/models');
    Object.defineProperty(request, 'signal', {
      get() {
        asked++;
        return new AbortController().signal;
      },
    });
    const observer: RequestObserver = { wants: () => 'metadata', observe() {} };
    await aGateway({ observers: [observer] }).handle(request);
    assert.equal(asked, 0);
  });
});
