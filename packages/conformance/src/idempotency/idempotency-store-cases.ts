import assert from 'node:assert/strict';
import type { IdempotencyClaim, IdempotencyStore } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo, PROPERTY_NAMES } from '../stores/sample-records.ts';

/** Stores over one empty storage, and how their time passes, which is not part of the port. */
export interface IdempotencyStoreSubject {
  readonly store: IdempotencyStore;
  /** Another one over the same storage, as another process has it. */
  readonly other: IdempotencyStore;
  /** Lets this much time pass for the stores. */
  elapse(milliseconds: number): Promise<void>;
}

const KEY = 'a'.repeat(64);
const BODY = 'b'.repeat(64);
const OTHER_BODY = 'c'.repeat(64);
const LEASE_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;

/** Claims a key that is free. */
async function claimed(store: IdempotencyStore, key = KEY, leaseMs = LEASE_MS) {
  const standing = await store.begin(key, BODY, leaseMs);
  assert.ok(standing.state === 'claimed', standing.state);
  return standing.claim;
}

async function stateOf(store: IdempotencyStore, body = BODY) {
  return (await store.begin(KEY, body, LEASE_MS)).state;
}

const answer = (store: IdempotencyStore, claim: IdempotencyClaim, text: string | undefined) =>
  store.finish(claim, text, KEEP_MS);

/** What every `IdempotencyStore` must do. */
export const IDEMPOTENCY_STORE_CASES: readonly ConformanceCase<IdempotencyStoreSubject>[] = [
  {
    name: 'a key is claimed once, and runs for everyone else',
    spec: 'contract §12.13',
    async run({ store, other }) {
      const claim = await claimed(store);
      assert.equal(claim.key, KEY);
      assert.deepEqual(await store.begin(KEY, BODY, LEASE_MS), { state: 'running' });
      assert.deepEqual(await other.begin(KEY, BODY, LEASE_MS), { state: 'running' });
    },
  },
  {
    name: 'an answer is handed over as it was kept, again and again',
    spec: 'contract §12.13',
    async run({ store, other }) {
      const text = `{"body":"…🐼 \\u0000 \\ud83d '; drop table","more":"${'x'.repeat(1_100_000)}"}`;
      await answer(store, await claimed(store), text);
      for (const one of [store, other, store]) {
        assert.deepEqual(await one.begin(KEY, BODY, LEASE_MS), { state: 'answered', answer: text });
      }
    },
  },
  {
    name: 'another body is refused while the request runs and after its answer',
    spec: 'contract §12.13',
    async run({ store, other }) {
      const claim = await claimed(store);
      assert.equal(await stateOf(other, OTHER_BODY), 'other-body');
      await answer(store, claim, 'text');
      assert.equal(await stateOf(other, OTHER_BODY), 'other-body');
      assert.equal(await stateOf(other), 'answered');
    },
  },
  {
    name: 'a key that is freed can be claimed again, with any body',
    spec: 'contract §12.13',
    async run({ store, other }) {
      await answer(store, await claimed(store), undefined);
      assert.equal(await stateOf(other, OTHER_BODY), 'claimed');
      assert.equal(await stateOf(store, OTHER_BODY), 'running');
    },
  },
  {
    name: 'a claim ends with its lease',
    spec: 'contract §12.13',
    async run({ store, other, elapse }) {
      await claimed(store, KEY, LEASE_MS);
      await elapse(LEASE_MS - 5000);
      assert.equal(await stateOf(other), 'running');
      await elapse(5000);
      assert.equal(await stateOf(other, OTHER_BODY), 'claimed');
    },
  },
  {
    name: 'a claim whose lease has ended changes nothing of the next one',
    spec: 'contract §12.13',
    async run({ store, other, elapse }) {
      const late = await claimed(store);
      await elapse(LEASE_MS);
      await claimed(other);
      await answer(store, late, 'too late');
      assert.equal(await stateOf(other), 'running');
      await answer(store, late, undefined);
      assert.equal(await stateOf(other), 'running');
    },
  },
  {
    name: 'only the first end of a claim counts',
    spec: 'contract §12.13',
    async run({ store }) {
      const claim = await claimed(store);
      await answer(store, claim, 'first');
      await answer(store, claim, 'second');
      await answer(store, claim, undefined);
      const standing = await store.begin(KEY, BODY, LEASE_MS);
      assert.deepEqual(standing, { state: 'answered', answer: 'first' });
    },
  },
  {
    name: 'an answer is kept for as long as it says, from its end on',
    spec: 'contract §12.13',
    async run({ store, elapse }) {
      const claim = await claimed(store);
      await elapse(LEASE_MS - 5000);
      await answer(store, claim, 'text');
      await elapse(KEEP_MS - 5000);
      assert.equal(await stateOf(store), 'answered');
      await elapse(5000);
      assert.equal(await stateOf(store), 'claimed');
    },
  },
  {
    name: 'each key is by itself',
    spec: 'contract §12.13',
    async run({ store }) {
      const keys = [KEY, 'b'.repeat(64), ...PROPERTY_NAMES, '', 'a:b', 'a*', '%'];
      for (const key of keys) await answer(store, await claimed(store, key), `of ${key}`);
      for (const key of keys) {
        const standing = await store.begin(key, BODY, LEASE_MS);
        assert.deepEqual(standing, { state: 'answered', answer: `of ${key}` }, key);
      }
    },
  },
  {
    name: 'of 50 requests at once one runs',
    spec: 'contract §12.13',
    async run({ store, other }) {
      const states = await Promise.all(
        numbersTo(50).map((number) => stateOf(number % 2 === 0 ? store : other)),
      );
      assert.equal(states.filter((state) => state === 'claimed').length, 1);
      assert.equal(states.filter((state) => state === 'running').length, 49);
    },
  },
];
