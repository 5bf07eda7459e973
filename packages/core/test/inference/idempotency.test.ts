import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  createMemoryIdempotencyStore,
  StoreUnavailableError,
  type IdempotencyStore,
} from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import { bearer, NOW, post } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  answered,
  aTalker,
  chunksOf,
  fails,
  hangs,
  jsonOf,
  says,
  settled,
} from '../chat/chat-builders.ts';
import { anEmbedder, ATLAS, aVectorGateway } from '../embeddings/embedding-builders.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A gateway with one provider, and requests with an idempotency key. */
function aScene(
  script: Parameters<typeof aTalker>[1] = says(['Hello']),
  given: { readonly store?: IdempotencyStore } = {},
) {
  const clock = createManualClock(NOW);
  const { store = createMemoryIdempotencyStore({ clock }) } = given;
  const provider = aTalker('one', script);
  const scene = aChatGateway([provider], { idempotency: store });
  const send = (body: object = {}, key = 'k', more: object = {}) =>
    scene.chat(body, { headers: { ...bearer(), 'idempotency-key': key }, ...more });
  /** What was spent, in dollars. */
  const spent = () => 10 - Number(scene.ledger.balances()[ACCOUNT]);
  return { ...scene, clock: scene.clock, storeClock: clock, provider, send, spent };
}

const textOf = (response: GatewayResponse) => JSON.stringify(jsonOf(response));

describe('a request with an idempotency key (contract §12.13)', () => {
  it('runs once: its repetition gets the same answer, and is not charged', async () => {
    const scene = aScene();
    const first = await scene.send();
    const spent = scene.spent();
    const again = await scene.send();
    assert.equal(again.status, 200);
    assert.equal(textOf(again), textOf(first));
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    for (const name of ['x-generation-id', 'x-provider-name']) {
      assert.equal(again.headers[name], first.headers[name], name);
    }
    assert.ok(spent > 0);
    assert.equal(scene.spent(), spent);
    assert.equal(scene.provider.jobs.length, 1);
    assert.equal(scene.records.at(-1)?.generation?.id, first.headers['x-generation-id']);
    assert.equal(scene.records.at(-1)?.generation?.costUsd, '0');
  });

  it('gets the same answer as JSON and as bytes, by its own content type', async () => {
    const { gateway } = aVectorGateway([anEmbedder('one')], {
      idempotency: createMemoryIdempotencyStore({ clock: createManualClock(NOW) }),
    });
    const chat = aScene();
    const headers = { ...bearer(), 'idempotency-key': 'k' };
    const body = { model: ATLAS, input: 'a' };
    for (const [what, ask] of [
      ['chat', () => chat.send()],
      ['embeddings', () => post(gateway, '/embeddings', body, { headers })],
    ] as const) {
      const typeOf = ({ body: sent }: GatewayResponse) =>
        sent.kind === 'bytes' ? sent.contentType : sent.kind;
      assert.notEqual((await ask()).headers['idempotent-replayed'], 'true', what);
      const again = await ask();
      assert.equal(again.headers['idempotent-replayed'], 'true', what);
      assert.equal(typeOf(again), 'application/json; charset=utf-8', what);
    }
  });

  it('is not run again where its answer was charged and the adapter failed with it', async () => {
    const scene = aScene();
    const onSent = () => {
      throw new Error('the adapter is broken');
    };
    assert.equal((await scene.send({}, 'k', { onSent })).status, 500);
    assert.equal((await scene.send()).headers['idempotent-replayed'], 'true');
    assert.equal(scene.provider.jobs.length, 1);
    assert.equal(scene.spent().toFixed(2), '0.03');
  });

  it('is not run again where its answer could not be kept either', async () => {
    const inner = createMemoryIdempotencyStore({ clock: createManualClock(NOW) });
    let ends = 0;
    const store: IdempotencyStore = {
      begin: (...given) => inner.begin(...given),
      async finish(...given) {
        if (ends++ === 0) throw new StoreUnavailableError('away', 'the store is away');
        return inner.finish(...given);
      },
    };
    const scene = aScene(undefined, { store });
    const onSent = () => {
      throw new Error('the adapter is broken');
    };
    assert.equal((await scene.send({}, 'k', { onSent })).status, 500);
    assert.equal((await scene.send()).status, 409);
    assert.equal(scene.provider.jobs.length, 1);
  });

  it('claims its key for a minute longer than it may run', async () => {
    const leases: number[] = [];
    const inner = createMemoryIdempotencyStore({ clock: createManualClock(NOW) });
    const store: IdempotencyStore = {
      begin(key, bodyHash, leaseMs) {
        leases.push(leaseMs);
        return inner.begin(key, bodyHash, leaseMs);
      },
      finish: (...given) => inner.finish(...given),
    };
    const given = { idempotency: store, budgetMs: 5000 };
    const headers = { ...bearer(), 'idempotency-key': 'k' };
    await aChatGateway([aTalker('one')], given).chat({}, { headers });
    assert.deepEqual(leases, [65_000]);
  });

  it('is a conflict with another body, and with another one of its own parameters', async () => {
    const scene = aScene();
    await scene.send();
    const other = await scene.send({ temperature: 1 });
    assert.equal(other.status, 409);
    assert.equal(other.headers['x-should-retry'], 'false');
    assert.match(jsonOf(other).error?.message ?? '', /idempotency-key was sent with another body/);
    assert.equal(scene.provider.jobs.length, 1);
  });

  it('is the same in whatever order its members come', async () => {
    const scene = aScene();
    await scene.send({ temperature: 1, seed: 5, foo: { a: 1, b: 2 } });
    const again = await scene.send({ foo: { b: 2, a: 1 }, seed: 5, temperature: 1 });
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(scene.provider.jobs.length, 1);
  });

  it('is a conflict while the first one runs, which clients try again', async () => {
    const scene = aScene(hangs());
    const leaving = new AbortController();
    const first = scene.send({}, 'k', { signal: leaving.signal });
    await settled();
    const second = await scene.send();
    assert.equal(second.status, 409);
    assert.equal(second.headers['retry-after'], '1');
    assert.equal(second.headers['x-should-retry'], undefined);
    leaving.abort();
    await first;
    assert.equal(scene.provider.running, 0);
  });

  it('runs again after a failure, and after a client that left without an answer', async () => {
    const scene = aScene([fails('server'), hangs(), says(['Hello'])]);
    assert.equal((await scene.send()).status, 502);
    const leaving = new AbortController();
    const left = scene.send({}, 'k', { signal: leaving.signal });
    await settled();
    leaving.abort();
    await left;
    assert.equal((await scene.send()).status, 200);
    assert.equal(scene.provider.jobs.length, 3);
  });

  it('runs again where the account had too little', async () => {
    const scene = aScene(says(['Hello']));
    const taken = await scene.ledger.reserve(ACCOUNT, '10');
    assert.ok(taken !== undefined);
    assert.equal((await scene.send()).status, 402);
    await scene.ledger.release(taken);
    assert.equal((await scene.send()).status, 200);
  });

  it('is not sent again as a stream: the conflict names the generation', async () => {
    const scene = aScene();
    const first = await scene.send({ stream: true });
    const chunks = chunksOf(first);
    assert.equal((await scene.send({ stream: true })).headers['retry-after'], '1');
    await chunks;
    const second = await scene.send({ stream: true });
    assert.equal(second.status, 409);
    assert.equal(second.headers['x-should-retry'], 'false');
    const { metadata } = jsonOf(second).error ?? {};
    assert.deepEqual(metadata, {
      error_type: 'precondition_failed',
      generation_id: first.headers['x-generation-id'],
    });
    assert.equal(scene.provider.jobs.length, 1);
  });

  it('runs again after a stream of which nothing was charged', async () => {
    const scene = aScene([hangs(), says(['Hello'])]);
    // Begins with comments, until its provider is late with everything.
    const { value: first } = await answered(scene, scene.send({ stream: true }));
    const { value: chunks } = await answered(scene, chunksOf(first));
    assert.match(chunks.join(''), /"error":\{"code":524/);
    assert.equal((await scene.send({ stream: true })).status, 200);
  });

  it('runs again after a whole answer of which nothing was charged', async () => {
    const scene = aScene([says([], null), says(['Hello'])]);
    assert.equal((await scene.send()).status, 200);
    const second = await scene.send();
    assert.equal(second.headers['idempotent-replayed'], undefined);
    assert.equal(jsonOf(second).choices?.[0]?.message?.content, 'Hello');
  });

  it('is a conflict after an answer of more than 1 MiB', async () => {
    const scene = aScene(says(['x'.repeat(1024 * 1024)]));
    const first = await scene.send();
    const second = await scene.send();
    assert.equal(second.status, 409);
    const { metadata } = jsonOf(second).error ?? {};
    assert.equal(Object(metadata).generation_id, first.headers['x-generation-id']);
  });

  it('is forgotten after a day', async () => {
    const scene = aScene();
    await scene.send();
    scene.storeClock.advance(DAY_MS - 1);
    assert.equal((await scene.send()).headers['idempotent-replayed'], 'true');
    scene.storeClock.advance(1);
    assert.equal((await scene.send()).headers['idempotent-replayed'], undefined);
    assert.equal(scene.provider.jobs.length, 2);
  });

  it('does not meet one with another key', async () => {
    const scene = aScene();
    await scene.send({}, 'k');
    await scene.send({}, 'l');
    await scene.chat();
    await scene.chat();
    assert.equal(scene.provider.jobs.length, 4);
  });

  it('is a 400 with a key that is empty, too long or not printable', async () => {
    for (const key of ['', 'x'.repeat(256), 'a\tb', 'é']) {
      const scene = aScene();
      const response = await scene.send({}, key);
      assert.equal(response.status, 400);
      assert.deepEqual(jsonOf(response).error?.metadata?.issues, [
        {
          path: 'idempotency-key',
          message: `idempotency-key must be 1 to 255 printable ASCII characters, got ${key.length}`,
        },
      ]);
      assert.equal(scene.provider.jobs.length, 0);
    }
    assert.equal((await aScene().send({}, 'x'.repeat(255))).status, 200);
  });

  it('is a request like any other without a store', async () => {
    const provider = aTalker('one');
    const { chat } = aChatGateway([provider]);
    const headers = { ...bearer(), 'idempotency-key': '' };
    assert.equal((await chat({}, { headers })).status, 200);
    assert.equal((await chat({}, { headers })).status, 200);
    assert.equal(provider.jobs.length, 2);
  });
});

describe('an idempotency store that is away', () => {
  const away = async (): Promise<never> => {
    throw new StoreUnavailableError('away', 'it is away');
  };
  const claim = { key: 'k', id: '1' };

  it('is a 503 before anything runs', async () => {
    const scene = aScene(says(['Hello']), { store: { begin: away, finish: away } });
    const response = await scene.send();
    assert.equal(response.status, 503);
    assert.equal(scene.provider.jobs.length, 0);
    assert.equal(scene.spent(), 0);
  });

  it('does not keep a client from the answer that was made', async () => {
    const begin = async () => ({ state: 'claimed', claim }) as const;
    const scene = aScene(says(['Hello']), { store: { begin, finish: away } });
    assert.equal((await scene.send()).status, 200);
    assert.deepEqual(scene.errors, []);
  });

  it('is reported where it fails otherwise, and keeps no client from the answer', async () => {
    const begin = async () => ({ state: 'claimed', claim }) as const;
    const finish = () => Promise.reject(new Error('broken'));
    const scene = aScene(says(['Hello']), { store: { begin, finish } });
    assert.equal((await scene.send()).status, 200);
    assert.deepEqual(scene.errors.map(String), ['Error: broken']);
  });

  it('is a 503 when it does not answer in time, and a late claim is given back', async () => {
    let answer = (_standing: { readonly state: 'claimed'; readonly claim: typeof claim }) => {};
    const finished: unknown[] = [];
    const store: IdempotencyStore = {
      begin: () => new Promise((resolve) => (answer = resolve)),
      finish: async (...end) => void finished.push(end.slice(0, 2)),
    };
    const scene = aScene(says(['Hello']), { store });
    const { value: response, waitedMs } = await answered(scene, scene.send());
    assert.equal(response.status, 503);
    assert.equal(waitedMs, 10_000);
    answer({ state: 'claimed', claim });
    await settled();
    assert.deepEqual(finished, [[claim, undefined]]);
    assert.equal(scene.provider.jobs.length, 0);
  });
});

describe('createMemoryIdempotencyStore', () => {
  it('forgets the oldest answers beyond its bytes, and never what runs', async () => {
    const clock = createManualClock(NOW);
    const store = createMemoryIdempotencyStore({ clock, maxBytes: 10_000 });
    const begin = (key: string) => store.begin(key, 'body', 1000);
    await begin('running');
    for (const key of ['one', 'two', 'three']) {
      const standing = await begin(key);
      assert.ok(standing.state === 'claimed');
      await store.finish(standing.claim, 'x'.repeat(2000), DAY_MS);
    }
    assert.equal((await begin('running')).state, 'running');
    assert.equal((await begin('two')).state, 'answered');
    assert.equal((await begin('three')).state, 'answered');
    assert.equal((await begin('one')).state, 'claimed');
  });
});
