import assert from 'node:assert/strict';
import type { RateDecision, RateLimiter } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo, PROPERTY_NAMES } from '../stores/sample-records.ts';

/** How limiters are made and how their time passes, which is not part of the port. */
export interface RateLimiterSubject {
  /** A limiter of this many requests per window, fresh for each case. */
  create(options: { readonly limit: number; readonly windowSeconds: number }): RateLimiter;
  /** Lets this much time pass for the limiters that were created. */
  elapse(milliseconds: number): Promise<void>;
}

const KEY = 'a'.repeat(64);

async function takes(limiter: RateLimiter, count: number, key = KEY): Promise<RateDecision[]> {
  const decisions: RateDecision[] = [];
  for (let i = 0; i < count; i++) decisions.push(await limiter.take(key));
  return decisions;
}

/** What every `RateLimiter` must do. */
export const RATE_LIMITER_CASES: readonly ConformanceCase<RateLimiterSubject>[] = [
  {
    name: 'requests are counted down to the limit, then refused',
    spec: 'contract §4.8',
    async run({ create }) {
      const decisions = await takes(create({ limit: 3, windowSeconds: 60 }), 5);
      assert.deepEqual(
        decisions.map(({ allowed, limit, remaining }) => [allowed, limit, remaining]),
        [
          [true, 3, 2],
          [true, 3, 1],
          [true, 3, 0],
          [false, 3, 0],
          [false, 3, 0],
        ],
      );
    },
  },
  {
    name: 'each key has a count of its own',
    spec: 'contract §4.8',
    async run({ create }) {
      const limiter = create({ limit: 1, windowSeconds: 60 });
      for (const key of [KEY, 'b'.repeat(64), ...PROPERTY_NAMES, '', 'a:b', 'a*', '%']) {
        const [first, second] = await takes(limiter, 2, key);
        assert.deepEqual([first?.allowed, second?.allowed], [true, false], key);
      }
    },
  },
  {
    name: 'the window of a key starts with its first request',
    spec: 'contract §4.8',
    async run({ create, elapse }) {
      const limiter = create({ limit: 1, windowSeconds: 60 });
      await limiter.take(KEY);
      await elapse(40_000);
      const other = await limiter.take('b'.repeat(64));
      await elapse(30_000);
      assert.equal(other.allowed, true);
      assert.equal((await limiter.take(KEY)).allowed, true);
      assert.equal((await limiter.take('b'.repeat(64))).allowed, false);
    },
  },
  {
    name: 'the whole limit is available again after the window, however many requests were refused',
    spec: 'contract §4.8',
    async run({ create, elapse }) {
      const limiter = create({ limit: 2, windowSeconds: 60 });
      await takes(limiter, 9);
      await elapse(60_000);
      const again = await takes(limiter, 3);
      assert.deepEqual(
        again.map(({ allowed, remaining }) => [allowed, remaining]),
        [
          [true, 1],
          [true, 0],
          [false, 0],
        ],
      );
    },
  },
  {
    name: 'a request that is refused does not make the window longer',
    spec: 'contract §4.8',
    async run({ create, elapse }) {
      const limiter = create({ limit: 1, windowSeconds: 60 });
      await limiter.take(KEY);
      for (let i = 0; i < 5; i++) {
        await elapse(11_000);
        assert.equal((await limiter.take(KEY)).allowed, false);
      }
      await elapse(5_000);
      assert.equal((await limiter.take(KEY)).allowed, true);
    },
  },
  {
    name: 'the seconds until the reset are whole, count down, and are at least 1',
    spec: 'contract §4.8',
    async run({ create, elapse }) {
      const limiter = create({ limit: 1, windowSeconds: 60 });
      const first = await limiter.take(KEY);
      assert.equal(first.resetSeconds, 60);
      await elapse(50_500);
      const later = await limiter.take(KEY);
      // A limiter whose clock is real loses some seconds on the way, and may come to the next window.
      assert.ok(later.resetSeconds >= 5 && later.resetSeconds <= 10, String(later.resetSeconds));
      await elapse(9_000);
      const last = await limiter.take(KEY);
      assert.equal(last.resetSeconds, last.allowed ? 60 : 1);
    },
  },
  {
    name: 'a window of another length counts for itself, as while a change of it is rolled out',
    spec: 'contract §4.8',
    async run({ create, elapse }) {
      const minute = create({ limit: 1, windowSeconds: 60 });
      const hour = create({ limit: 1, windowSeconds: 3600 });
      const allowed = async () => [
        (await minute.take(KEY)).allowed,
        (await hour.take(KEY)).allowed,
      ];
      assert.deepEqual(await allowed(), [true, true]);
      assert.deepEqual(await allowed(), [false, false]);
      await elapse(60_000);
      assert.deepEqual(await allowed(), [true, false]);
    },
  },
  {
    name: 'of 100 requests at once exactly the limit passes',
    spec: 'contract §4.8',
    async run({ create }) {
      const limiter = create({ limit: 30, windowSeconds: 60 });
      const decisions = await Promise.all(numbersTo(100).map(async () => limiter.take(KEY)));
      const allowed = decisions.filter((decision) => decision.allowed);
      assert.deepEqual(
        allowed.map(({ remaining }) => remaining).toSorted((a, b) => b - a),
        numbersTo(30).map((number) => 30 - number),
      );
    },
  },
];
