import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isStoreUnavailable } from '@model-gateway/core';
import { Shares } from '../src/dialect/postgres/shares.ts';
import { heldDeadlines } from './support/held-deadlines.ts';

const DEADLINE_MS = 6000;

/** A share of one connection, which a statement of an account has until `end`. */
function taken() {
  const shares = new Shares(2, DEADLINE_MS);
  let end = () => {};
  const first = shares.run('a', () => new Promise<void>((resolve) => (end = resolve)));
  return { shares, first, end: () => end() };
}

describe('the share of an account', () => {
  it('goes to those that wait in their order, and not to other accounts', async () => {
    const { shares, first, end } = taken();
    const done: string[] = [];
    const statement = (account: string, name: string) =>
      shares.run(account, async () => void done.push(name));
    const waiting = [statement('a', 'second'), statement('a', 'third')];
    await statement('b', 'of another');
    assert.deepEqual(done, ['of another']);
    end();
    await Promise.all([first, ...waiting]);
    assert.deepEqual(done, ['of another', 'second', 'third']);
  });

  it('is not lost where a statement is refused that waited for it, whichever is first', async (t) => {
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    for (const order of ['deadline', 'turn'] as const) {
      const { shares, first, end } = taken();
      const refused = assert.rejects(
        shares.run('a', () => assert.fail('done past its deadline')),
        isStoreUnavailable,
      );
      deadlines.end();
      if (order === 'deadline') await refused;
      end();
      await Promise.all([first, refused]);
      assert.equal(await shares.run('a', async () => 'done'), 'done');
    }
  });
});
