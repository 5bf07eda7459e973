import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import { Redis } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import { createClient } from 'redis';
import { bindSuite, RATE_LIMITER_CASES, RATE_METER_CASES } from '@model-gateway/conformance';
import { createManualClock, isStoreUnavailable } from '@model-gateway/core';
import {
  createRedisRateLimiter,
  createRedisRateMeter,
  type RedisReport,
  type WhenAway,
} from '@model-gateway/redis';
import { shortenLives } from './support/shorten-lives.ts';
import { createRedisServer, hasRedis, NO_REDIS, type RedisServer } from './support/redis-server.ts';

const KEY = 'a'.repeat(64);

if (hasRedis()) describe('rate limiter on Redis', onRedis);
else {
  it('rate limiter on Redis', { skip: process.env['CI'] === 'true' ? false : NO_REDIS }, () => {
    throw new Error(NO_REDIS);
  });
}

it('a limiter needs its client, its limit, its window and what to do without Redis', () => {
  const options = { client: {}, limit: 2, windowSeconds: 60, whenAway: 'open' };
  for (const name of Object.keys(options)) {
    assert.throws(
      // Made wrong on purpose.
      () => createRedisRateLimiter({ ...options, [name]: undefined } as never),
      (error) => error instanceof TypeError && error.message.includes(`needs ${name}: `),
    );
  }
});

function onRedis(): void {
  let server: RedisServer;
  let ioredis: Redis;
  let ioredis5: Redis5;
  let nodeRedis: ReturnType<typeof createClient>;
  before(async () => {
    server = await createRedisServer();
    await server.start();
    ioredis = new Redis(server.port, '127.0.0.1', { retryStrategy: () => 20 });
    ioredis5 = new Redis5(server.port, '127.0.0.1', { retryStrategy: () => 20 });
    nodeRedis = createClient({
      socket: { host: '127.0.0.1', port: server.port, reconnectStrategy: 20 },
      // What waits to be sent for 5 s would fail by default.
      commandOptions: { timeout: 60_000 },
    });
    for (const client of [ioredis, nodeRedis]) client.on('error', () => {});
    ioredis5.on('error', () => {});
    await nodeRedis.connect();
  });
  after(async () => {
    ioredis.disconnect();
    ioredis5.disconnect();
    nodeRedis.destroy();
    await server.crash();
  });

  const clients = {
    ioredis: () => ioredis,
    'ioredis 5': () => ioredis5,
    redis: () => nodeRedis,
  };
  for (const [name, clientOf] of Object.entries(clients)) {
    describe(`the meter by ${name}`, () => {
      bindSuite(RATE_METER_CASES, {
        test,
        async create() {
          await ioredis.flushall();
          const options = { client: clientOf(), whenAway: 'closed', deadlineMs: 60_000 } as const;
          return {
            subject: {
              meter: createRedisRateMeter(options),
              elapse: (milliseconds) => shortenLives(ioredis, milliseconds),
            },
          };
        },
      });
    });

    describe(`by ${name}`, () => {
      bindSuite(RATE_LIMITER_CASES, {
        test,
        async create() {
          await ioredis.flushall();
          const client = clientOf();
          return {
            subject: {
              create: (options) =>
                createRedisRateLimiter({
                  ...options,
                  client,
                  whenAway: 'closed',
                  deadlineMs: 60_000,
                }),
              elapse: (milliseconds) => shortenLives(ioredis, milliseconds),
            },
          };
        },
      });
    });
  }

  const limiterThat = (whenAway: WhenAway, onReport?: (report: RedisReport) => void) =>
    createRedisRateLimiter({
      client: ioredis,
      limit: 2,
      windowSeconds: 60,
      whenAway,
      deadlineMs: 60_000,
      onReport,
    });
  const backAgain = async () => {
    await server.start();
    while (ioredis.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('counts for two processes together', async () => {
    await ioredis.flushall();
    const [here, there] = [limiterThat('closed'), limiterThat('closed')];
    const decisions = [await here.take(KEY), await there.take(KEY), await here.take(KEY)];
    assert.deepEqual(
      decisions.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 1],
        [true, 0],
        [false, 0],
      ],
    );
  });

  it('follows its option while Redis is away, reports the outage once, and counts again afterwards', async () => {
    const reports: RedisReport['type'][] = [];
    const report = ({ type }: RedisReport) => void reports.push(type);
    const open = limiterThat('open', report);
    const closed = limiterThat('closed');
    const local = limiterThat('local');
    await server.crash();
    for (let i = 1; i <= 4; i++) {
      assert.equal((await open.take(KEY)).allowed, true);
      await assert.rejects(async () => closed.take(KEY), isStoreUnavailable);
      assert.equal((await local.take(KEY)).allowed, i <= 2);
    }
    assert.deepEqual(reports, ['outage']);
    assert.deepEqual(open.counts(), { allowed: 4, refused: 0, away: 4 });
    assert.deepEqual(closed.counts(), { allowed: 0, refused: 0, away: 4 });
    assert.deepEqual(local.counts(), { allowed: 2, refused: 2, away: 4 });

    await backAgain();
    assert.equal((await open.take(KEY)).remaining, 1);
    assert.equal((await closed.take(KEY)).allowed, true);
    assert.deepEqual(reports, ['outage', 'recovered']);
    assert.equal(open.counts().away, 4);
  });

  for (const name of ['ioredis', 'redis'] as const) {
    for (const whenAway of ['open', 'closed', 'local'] as const) {
      it(`does not take a busy event loop for an outage (${name}, ${whenAway})`, async () => {
        await ioredis.flushall();
        const clock = createManualClock(0);
        const limiter = createRedisRateLimiter({
          client: name === 'ioredis' ? ioredis : nodeRedis,
          limit: 100,
          windowSeconds: 60,
          whenAway,
          clock,
        });
        const requests = Array.from({ length: 160 }, async () => limiter.take(KEY));
        // Once before anything is sent and once before anything is read, beyond the deadline. No
        // other time passes, however slow Redis is.
        clock.advance(300);
        setImmediate(() => clock.advance(300));
        await Promise.all(requests);
        assert.deepEqual(limiter.counts(), { allowed: 100, refused: 60, away: 0 });
      });
    }
  }

  it('does not wait longer than its deadline for a Redis that hangs', async () => {
    const limiter = createRedisRateLimiter({
      client: ioredis,
      limit: 2,
      windowSeconds: 60,
      whenAway: 'open',
      deadlineMs: 50,
    });
    server.freeze();
    try {
      assert.equal((await limiter.take(KEY)).allowed, true);
      assert.equal(limiter.counts().away, 1);
    } finally {
      server.resume();
    }
  });
}
