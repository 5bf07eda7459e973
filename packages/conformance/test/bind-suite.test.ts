import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindSuite, type ConformanceCase } from '@model-gateway/conformance';

const CASES: readonly ConformanceCase<{ value: number }>[] = [
  { name: 'is one', spec: 'contract §1', run: async ({ value }) => assert.equal(value, 1) },
  { name: 'is two', run: async ({ value }) => assert.equal(value, 2) },
];

/** Binds, and returns what a test runner would have received. */
function bound(skip: Record<string, string> = {}) {
  const tests: { name: string; run: () => Promise<void> }[] = [];
  const skipped: string[] = [];
  const disposed: number[] = [];
  let made = 0;
  bindSuite(CASES, {
    test: (name, run) => tests.push({ name, run }),
    create: () => {
      const value = ++made;
      return { subject: { value }, dispose: async () => void disposed.push(value) };
    },
    skip,
    onSkip: (name, reason) => skipped.push(`${name}: ${reason}`),
  });
  return { tests, skipped, disposed };
}

describe('bindSuite', () => {
  it('names each test after its case and its source', () => {
    assert.deepEqual(
      bound().tests.map(({ name }) => name),
      ['is one (contract §1)', 'is two'],
    );
  });

  it('gives each case a fresh subject and puts it away, also after a failure', async () => {
    const { tests, disposed } = bound();
    await tests[0]?.run();
    await tests[1]?.run();
    await assert.rejects(async () => tests[0]?.run());
    assert.deepEqual(disposed, [1, 2, 3]);
  });

  it('leaves out a skipped case and reports the reason', () => {
    const { tests, skipped } = bound({ 'is two': 'one is enough' });
    assert.equal(tests.length, 1);
    assert.deepEqual(skipped, ['is two: one is enough']);
  });

  it('refuses to skip a case that does not exist', () => {
    assert.throws(() => bound({ 'is three': 'typo' }), /cannot skip "is three": unknown case/);
  });

  it('refuses a skip without a reason', () => {
    assert.throws(() => bound({ 'is two': ' ' }), /needs a reason/);
  });
});
