import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurns } from '../../src/kinds/in-turns.ts';

const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('inTurns', () => {
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [64, [64]],
    [65, [64, 1]],
    [1000, [...Array.from({ length: 15 }, () => 64), 40]],
  ] as const) {
    it(`encodes ${count} records in groups of at most 64, in order`, async () => {
      const groups = await inTurns(numbersTo(count), (group) => group);
      assert.deepEqual(
        groups.map(({ length }) => length),
        sizes,
      );
      assert.deepEqual(groups.flat(), numbersTo(count));
    });
  }

  it('lets other work go on between two groups', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other work'));
    await inTurns(numbersTo(640), () => order.push('group'));
    assert.ok(order.indexOf('other work') < order.lastIndexOf('group'));
  });
});
