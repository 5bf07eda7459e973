import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  isStoreUnavailable,
  type ApiKey,
  type GatewayOptions,
  type KeyStore,
  type ModelStore,
} from '@model-gateway/core';
import { aClock, aKey, anEntry, envelopeOf, get, ids, KEY_TEXT } from '../builders.ts';

/* Stores that do not answer. Source: contract §1.9. */

const never = () => new Promise<never>(() => {});
const KEYS = createMemoryKeyStore([
  aKey(),
  aKey({ text: 'manager', kind: 'management', organizationId: 'org_1' }),
]);
const MODELS = createMemoryModelStore([anEntry({ id: 'acme/one' })], 'r1');

/** A gateway with some stores of its own, its clock, and what it reported. */
function observed(stores: Partial<GatewayOptions['stores']>, given: Partial<GatewayOptions> = {}) {
  const clock = aClock();
  const reports: unknown[] = [];
  const gateway = createGateway({
    clock,
    onError: (error) => void reports.push(error),
    ...given,
    stores: { models: MODELS, keys: KEYS, ...stores },
  });
  return { clock, gateway, reports };
}

/** A promise, settled by the test. */
function later<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((...given) => ([resolve, reject] = given));
  return { promise, resolve, reject };
}

/** A promise as other libraries have it: `then` is all that is asked of it. */
class OtherPromise<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- the subject of the test
  then(resolve: (value: Value) => void): void {
    resolve(this.#value);
  }
}

/** A query that is called to change it and awaited to run it, as some builders of queries are. */
function awaitable<Value>(value: Value): () => void {
  // oxlint-disable-next-line unicorn/no-thenable -- the subject of the test
  return Object.assign(() => {}, { then: (resolve: (value: Value) => void) => resolve(value) });
}

/** Lets everything happen that needs no time. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a store that hangs', () => {
  const manager = { authorization: 'Bearer manager' };
  const anyone = { authorization: `Bearer ${KEY_TEXT}` };
  for (const [what, given, path, headers] of [
    ['keys', { keys: { findByHash: never } }, '/models', anyone],
    ['members', { members: { list: never } }, '/organization/members', manager],
    ['assignments', { assignments: { list: never } }, '/guardrails/assignments/members', manager],
    [
      'destinations',
      { destinations: { list: never, get: never, replace: never } },
      '/observability/destinations',
      manager,
    ],
    ['models, from the start', { models: { revision: never, snapshot: never } }, '/models', anyone],
    [
      'the content of models, from the start',
      { models: { revision: async () => 'r1', snapshot: never } },
      '/models',
      anyone,
    ],
  ] as const) {
    it(`is a 503 with retry-after after ten seconds: ${what}`, async () => {
      const { clock, gateway } = observed(given);
      const answering = get(gateway, path, headers);
      await settled();
      clock.advance(9999);
      await settled();
      assert.equal(clock.waiting, 1);
      clock.advance(1);
      const answer = await answering;
      assert.equal(answer.status, 503);
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(envelopeOf(answer).error.message, 'Service unavailable, try again later');
      assert.equal(clock.waiting, 0);
    });
  }

  it('is a 503 when it is the host that authenticates', async () => {
    const { clock, gateway } = observed({}, { authenticate: never });
    const answering = get(gateway, '/models');
    await settled();
    clock.advance(10_000);
    assert.equal((await answering).status, 503);
  });

  it('is reported once for an outage, and again for the next one', async () => {
    let hangs = true;
    const findByHash = (hash: string) => (hangs ? never() : KEYS.findByHash(hash));
    const { clock, gateway, reports } = observed({ keys: { findByHash } });
    const ask = async () => {
      const answering = get(gateway, '/models');
      await settled();
      clock.advance(10_000);
      return (await answering).status;
    };
    assert.deepEqual([await ask(), await ask(), reports.length], [503, 503, 1]);
    assert.ok(isStoreUnavailable(reports[0]));
    assert.equal(
      reports[0].message,
      'the key store did not answer within 10000 ms (storeTimeoutMs)',
    );
    hangs = false;
    assert.equal(await ask(), 200);
    hangs = true;
    assert.deepEqual([await ask(), reports.length], [503, 2]);
  });

  it('has as long as storeTimeoutMs says', async () => {
    const { clock, gateway } = observed({ keys: { findByHash: never } }, { storeTimeoutMs: 50 });
    const answering = get(gateway, '/models');
    await settled();
    clock.advance(50);
    assert.equal((await answering).status, 503);
  });

  for (const storeTimeoutMs of [0, Infinity]) {
    it(`has all the time with storeTimeoutMs: ${storeTimeoutMs}`, async () => {
      const { clock, gateway } = observed({ keys: { findByHash: never } }, { storeTimeoutMs });
      void get(gateway, '/models');
      await settled();
      assert.equal(clock.waiting, 0);
    });
  }

  it('may fail after its deadline without an unhandled rejection', async () => {
    const { promise, reject } = later<never>();
    const { clock, gateway } = observed({ keys: { findByHash: () => promise } });
    const answering = get(gateway, '/models');
    await settled();
    clock.advance(10_000);
    assert.equal((await answering).status, 503);
    reject(new Error('too late to matter'));
    await settled();
  });
});

describe('a store that answers', () => {
  it('costs no timer when it is in memory', async () => {
    const { clock, gateway } = observed({});
    await gateway.ready();
    const { after } = clock;
    let timers = 0;
    clock.after = (...given) => {
      timers++;
      return after(...given);
    };
    assert.equal((await get(gateway, '/models')).status, 200);
    assert.equal(timers, 0);
  });

  for (const [how, answer] of [
    ['without a promise', (key: ApiKey | undefined) => key],
    ['with a promise', (key: ApiKey | undefined) => Promise.resolve(key)],
    ['with a promise of another library', (key: ApiKey | undefined) => new OtherPromise(key)],
    ['with a function that is a promise', (key: ApiKey | undefined) => awaitable(key)],
  ] as const) {
    for (const [limit, storeTimeoutMs] of [
      ['', 10_000],
      [' without a deadline', 0],
    ] as const) {
      it(`may do so ${how}${limit}`, async () => {
        // What `await` takes, the gateway takes, though the type asks for a promise of JavaScript's.
        const findByHash = ((hash: string) =>
          answer(hash === aKey().hash ? aKey() : undefined)) as KeyStore['findByHash'];
        const { gateway } = observed({ keys: { findByHash } }, { storeTimeoutMs });
        assert.equal((await get(gateway, '/models')).status, 200);
        const headers = { authorization: 'Bearer unknown' };
        assert.equal((await get(gateway, '/models', headers)).status, 401);
      });
    }
  }

  it('leaves no timer behind when it took a while', async () => {
    const findByHash = async (hash: string) => {
      await settled();
      return KEYS.findByHash(hash);
    };
    const { clock, gateway } = observed({ keys: { findByHash } });
    assert.equal((await get(gateway, '/models')).status, 200);
    assert.equal(clock.waiting, 0);
  });
});

describe('a model store that hangs after a catalog was read', () => {
  /** A store over `MODELS` whose two questions can be made to hang. */
  function hanging() {
    const asked = { revision: 0, snapshot: 0 };
    const state = { revision: 'r1', hangs: new Set<keyof typeof asked>() };
    const models: ModelStore = {
      revision: async () => {
        asked.revision++;
        return state.hangs.has('revision') ? never() : state.revision;
      },
      snapshot: async () => {
        asked.snapshot++;
        if (state.hangs.has('snapshot')) await never();
        return { ...(await MODELS.snapshot()), revision: state.revision };
      },
    };
    return { models, asked, state };
  }

  it('delays one request, and not those of the next five seconds', async () => {
    const { models, asked, state } = hanging();
    const { clock, gateway, reports } = observed({ models });
    await get(gateway, '/models');
    state.hangs.add('revision');
    const delayed = ids(gateway, '');
    await settled();
    clock.advance(10_000);
    assert.deepEqual(await delayed, ['acme/one']);
    const before = asked.revision;
    for (let i = 0; i < 3; i++) assert.deepEqual(await ids(gateway, ''), ['acme/one']);
    assert.equal(asked.revision, before);
    assert.equal(reports.length, 1);
  });

  it('is asked again after five seconds', async () => {
    const { models, asked, state } = hanging();
    const { clock, gateway } = observed({ models });
    await get(gateway, '/models');
    state.hangs.add('revision');
    const delayed = ids(gateway, '');
    await settled();
    clock.advance(10_000);
    await delayed;
    state.hangs.clear();
    clock.advance(5000);
    const before = asked.revision;
    await ids(gateway, '');
    assert.equal(asked.revision, before + 1);
  });

  it('leaves the last catalog in service while a new one does not come', async () => {
    const { models, state } = hanging();
    const { clock, gateway, reports } = observed({ models });
    await get(gateway, '/models');
    state.hangs.add('snapshot');
    state.revision = 'r2';
    const delayed = ids(gateway, '');
    await settled();
    clock.advance(10_000);
    assert.deepEqual(await delayed, ['acme/one']);
    assert.equal(reports.length, 1);
  });

  it('puts a catalog in service that came late', async () => {
    const { promise, resolve } = later<void>();
    const models: ModelStore = {
      revision: () => MODELS.revision(),
      snapshot: async () => {
        await promise;
        return MODELS.snapshot();
      },
    };
    const { clock, gateway } = observed({ models });
    const first = get(gateway, '/models');
    await settled();
    clock.advance(10_000);
    assert.equal((await first).status, 503);
    resolve();
    await settled();
    assert.deepEqual(await ids(gateway, ''), ['acme/one']);
  });
});
