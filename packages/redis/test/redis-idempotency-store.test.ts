import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { bindSuite, IDEMPOTENCY_STORE_CASES } from '@model-gateway/conformance';
import { isStoreUnavailable } from '@model-gateway/core';
import { createRedisIdempotencyStore, type RedisReport } from '@model-gateway/redis';
import { createRedisServer, hasRedis, NO_REDIS, type RedisServer } from './support/redis-server.ts';
import { shortenLives } from './support/shorten-lives.ts';

if (hasRedis()) describe('idempotency store on Redis', onRedis);
else {
  it(
    'idempotency store on Redis',
    { skip: process.env['CI'] === 'true' ? false : NO_REDIS },
    () => {
      throw new Error(NO_REDIS);
    },
  );
}

it('the idempotency store keeps answers that it could not send up to a limit', async () => {
  const sent: string[] = [];
  const client = {
    isReady: true,
    async eval(_script: string, { arguments: [, how = ''] }: { arguments: readonly string[] }) {
      sent.push(how);
      return ['claimed', ''];
    },
  };
  const store = createRedisIdempotencyStore({ client, deadlineMs: 60_000 });
  client.isReady = false;
  const answer = 'x'.repeat(1024 * 1024);
  for (let id = 0; id < 20; id++) {
    const claim = { key: `key ${id}`, id: `${id}` };
    await assert.rejects(store.finish(claim, answer, 60_000), isStoreUnavailable);
  }
  client.isReady = true;
  await store.begin('another', 'body', 60_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(sent.filter((how) => how === 'keep').length, 15);
});

function onRedis(): void {
  let server: RedisServer;
  let ioredis: Redis;
  let nodeRedis: ReturnType<typeof createClient>;
  before(async () => {
    server = await createRedisServer();
    await server.start();
    ioredis = new Redis(server.port, '127.0.0.1', { retryStrategy: () => 20 });
    nodeRedis = createClient({
      socket: { host: '127.0.0.1', port: server.port, reconnectStrategy: 20 },
    });
    for (const client of [ioredis, nodeRedis]) client.on('error', () => {});
    await nodeRedis.connect();
  });
  after(async () => {
    ioredis.disconnect();
    nodeRedis.destroy();
    await server.crash();
  });

  const clients = { ioredis: () => ioredis, redis: () => nodeRedis };
  for (const [name, clientOf] of Object.entries(clients)) {
    const storeBy = (more: { readonly deadlineMs?: number } = {}) =>
      createRedisIdempotencyStore({ client: clientOf(), deadlineMs: 60_000, ...more });

    describe(`by ${name}`, () => {
      bindSuite(IDEMPOTENCY_STORE_CASES, {
        test,
        async create() {
          await ioredis.flushall();
          return {
            subject: {
              store: storeBy(),
              other: storeBy(),
              elapse: (milliseconds) => shortenLives(ioredis, milliseconds),
            },
          };
        },
      });

      it('rejects while Redis hangs, and works again afterwards', async () => {
        await ioredis.flushall();
        const store = storeBy({ deadlineMs: 50 });
        server.freeze();
        try {
          await assert.rejects(store.begin('key', 'body', 1000), isStoreUnavailable);
        } finally {
          server.resume();
        }
        const patient = storeBy();
        assert.equal((await patient.begin('other', 'body', 60_000)).state, 'claimed');
      });
    });
  }

  it('has its claim where the client asks again, as ioredis does after a reset', async () => {
    await ioredis.flushall();
    const repeating = {
      defineCommand() {},
      status: 'ready',
      async eval(...given: Parameters<Redis['eval']>) {
        await ioredis.eval(...given);
        return ioredis.eval(...given);
      },
    };
    const store = createRedisIdempotencyStore({ client: repeating, deadlineMs: 60_000 });
    const standing = await store.begin('key', 'body', 60_000);
    assert.ok(standing.state === 'claimed', standing.state);
    await store.finish(standing.claim, 'answer', 60_000);
    const again = await store.begin('key', 'body', 60_000);
    assert.deepEqual(again, { state: 'answered', answer: 'answer' });
  });

  it('gives back a claim that the client makes later, once it is connected again', async () => {
    await ioredis.flushall();
    let connect = () => {};
    const connected = new Promise<void>((resolve) => (connect = resolve));
    const replies: unknown[] = [];
    const late = {
      defineCommand() {},
      status: 'ready',
      async eval(...given: Parameters<Redis['eval']>) {
        await connected;
        replies.push(await ioredis.eval(...given));
        return replies.at(-1);
      },
    };
    const store = createRedisIdempotencyStore({ client: late, deadlineMs: 50 });
    const begun = store.begin('key', 'body', 60_000);
    late.status = 'reconnecting';
    await assert.rejects(begun, isStoreUnavailable);
    late.status = 'ready';
    connect();
    for (let turn = 0; turn < 50 && replies.length < 2; turn++) await ioredis.ping();
    assert.equal(replies.length, 2);
    assert.equal(await ioredis.exists('mg:idempotency:key'), 0);
  });

  it('gives back a claim whose reply was lost, before the client of the key asks again', async () => {
    await ioredis.flushall();
    const losing = {
      isReady: true,
      async eval(...given: Parameters<typeof nodeRedis.eval>) {
        if (!this.isReady) throw new Error('Socket closed unexpectedly');
        const reply = await nodeRedis.eval(...given);
        if (!hasLost) {
          this.isReady = false;
          hasLost = true;
          throw new Error('Socket closed unexpectedly');
        }
        return reply;
      },
    };
    let hasLost = false;
    const store = createRedisIdempotencyStore({ client: losing, deadlineMs: 60_000 });
    await assert.rejects(store.begin('key', 'body', 60_000), isStoreUnavailable);
    await ioredis.ping();
    assert.equal(await ioredis.exists('mg:idempotency:key'), 1);
    losing.isReady = true;
    assert.equal((await store.begin('key', 'body', 60_000)).state, 'claimed');
  });

  it('gives back claims of other keys once Redis answers, and not with each request until then', async () => {
    let isAway = true;
    let asked = 0;
    const client = {
      isReady: true,
      async eval() {
        asked++;
        if (isAway) throw new Error('Socket closed unexpectedly');
        return ['claimed', ''];
      },
    };
    const store = createRedisIdempotencyStore({ client, deadlineMs: 60_000 });
    for (let i = 0; i < 20; i++) {
      await assert.rejects(store.begin(`key ${i}`, 'body', 60_000), isStoreUnavailable);
    }
    assert.equal(asked, 40);
    isAway = false;
    await store.begin('another key', 'body', 60_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(asked, 40 + 1 + 20);
  });

  it('ends a claim that it could not end, before the client of the key asks again', async () => {
    await ioredis.flushall();
    const away = {
      isReady: true,
      async eval(...given: Parameters<typeof nodeRedis.eval>) {
        if (isLosing) throw new Error('Socket closed unexpectedly');
        return nodeRedis.eval(...given);
      },
    };
    let isLosing = false;
    const store = createRedisIdempotencyStore({ client: away, deadlineMs: 60_000 });
    const claimed = async (key: string) => {
      const standing = await store.begin(key, 'body', 60_000);
      assert.ok(standing.state === 'claimed', standing.state);
      return standing.claim;
    };
    const [lost, unsent, freed] = [await claimed('a'), await claimed('b'), await claimed('c')];
    isLosing = true;
    await assert.rejects(store.finish(lost, 'answer', 60_000), isStoreUnavailable);
    await assert.rejects(store.finish(freed, undefined, 60_000), isStoreUnavailable);
    away.isReady = false;
    await assert.rejects(store.finish(unsent, 'answer', 60_000), isStoreUnavailable);
    await assert.rejects(store.begin('a', 'body', 60_000), isStoreUnavailable);
    away.isReady = true;
    isLosing = false;
    for (const key of ['a', 'b']) {
      const again = await store.begin(key, 'body', 60_000);
      assert.deepEqual(again, { state: 'answered', answer: 'answer' });
    }
    await claimed('c');
  });

  it('rejects at once while Redis is down', async () => {
    await server.crash();
    while (ioredis.status === 'ready' || nodeRedis.isReady) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const clientOf of Object.values(clients)) {
      const reports: string[] = [];
      const onReport = ({ type }: RedisReport) => void reports.push(type);
      const client = clientOf();
      const store = createRedisIdempotencyStore({ client, deadlineMs: 60_000, onReport });
      await assert.rejects(store.begin('key', 'body', 1000), isStoreUnavailable);
      const claim = { key: 'key', id: '1' };
      await assert.rejects(store.finish(claim, undefined, 1000), isStoreUnavailable);
      assert.deepEqual(reports, ['outage']);
    }
    await server.start();
  });
}
