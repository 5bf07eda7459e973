import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurns } from '../../src/kinds/in-turns.ts';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import { CONFIGS } from '../support/destinations.ts';
import { aRecord, NOW } from '../support/records.ts';

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

describe('a full batch', () => {
  const full = toObservation(aRecord(1))?.full ?? assert.fail();
  // S3 gets one record at a time.
  for (const [type, kind] of [...EXPORTER_KINDS].filter(([name]) => name !== 's3')) {
    it(`for ${type} is encoded in turns, so that requests are answered meanwhile`, async () => {
      // Kinds are the keys of CONFIGS.
      const made = kind.compile(CONFIGS[type as keyof typeof CONFIGS]);
      if ('problem' in made) assert.fail(made.problem);
      let isAnswered = false;
      setImmediate(() => (isAnswered = true));
      const views = numbersTo(made.caps.records).map(() => full);
      await made.encode(views, { batchId: 'batch-1', now: NOW });
      assert.ok(isAnswered);
    });
  }
});
