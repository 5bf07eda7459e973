import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurns } from '../../src/kinds/in-turns.ts';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import type { View } from '../../src/view/view.ts';
import { CONFIGS } from '../support/destinations.ts';
import { aRecord, NOW } from '../support/records.ts';

const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i);

const views = (count: number, prompt = 'a red cube') =>
  numbersTo(count).map((i) => toObservation(aRecord(i, { prompt }))?.full ?? assert.fail());

const sizesOf = (groups: readonly (readonly View[])[]) => groups.map(({ length }) => length);

describe('inTurns', () => {
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [16, [16]],
    [17, [16, 1]],
    [1000, [...Array.from({ length: 62 }, () => 16), 8]],
  ] as const) {
    it(`encodes ${count} records in groups of at most 16, in order`, async () => {
      const all = views(count);
      const groups = await inTurns(all, (group) => group);
      assert.deepEqual(sizesOf(groups), sizes);
      assert.deepEqual(groups.flat(), all);
    });
  }

  for (const [characters, sizes] of [
    [30_000, [2, 2, 2, 2, 2]],
    [200_000, numbersTo(10).map(() => 1)],
  ] as const) {
    it(`encodes 10 prompts of ${characters} characters in smaller groups`, async () => {
      const all = views(10, 'x'.repeat(characters));
      assert.deepEqual(sizesOf(await inTurns(all, (group) => group)), sizes);
    });
  }

  it('encodes nothing in the turn of the request that made a batch full', async () => {
    const order: string[] = [];
    const encoded = inTurns(views(1), () => order.push('group'));
    await Promise.resolve();
    order.push('request');
    await encoded;
    assert.deepEqual(order, ['request', 'group']);
  });

  it('lets other work go on between any two groups of all destinations', async (t) => {
    t.mock.method(performance, 'now', () => 0);
    const order: string[] = [];
    const work = () => {
      order.push('work');
      if (order.filter((what) => what === 'group').length < 16) setImmediate(work);
    };
    setImmediate(work);
    const destination = () => inTurns(views(64), () => order.push('group'));
    await Promise.all(numbersTo(4).map(destination));
    assert.doesNotMatch(order.join(' '), /group group/);
  });

  it('encodes for as long as a turn was kept busy by others', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const order: string[] = [];
    const work = () => {
      order.push('work');
      now += 5;
      if (order.length < 12) setImmediate(work);
    };
    setImmediate(work);
    await inTurns(views(128), () => {
      order.push('group');
      now += 2;
    });
    assert.equal(order.slice(0, 8).join(' '), 'work group group group work group group group');
  });

  it('lets destinations take turns', async () => {
    const order: string[] = [];
    const destination = (name: string) => inTurns(views(48), () => order.push(name));
    await Promise.all([destination('a'), destination('b')]);
    assert.equal(order.join(''), 'ababab');
  });
});

describe('a full batch', () => {
  const full = toObservation(aRecord(1))?.full ?? assert.fail();
  for (const [type, kind] of EXPORTER_KINDS) {
    it(`for ${type} is encoded in turns, so that requests are answered meanwhile`, async () => {
      // Kinds are the keys of CONFIGS.
      const made = kind.compile(CONFIGS[type as keyof typeof CONFIGS]);
      if ('problem' in made) assert.fail(made.problem);
      let isAnswered = false;
      setImmediate(() => (isAnswered = true));
      const batch = numbersTo(made.caps.records).map(() => full);
      await made.encode(batch, { batchId: 'batch-1', now: NOW });
      assert.ok(isAnswered);
    });
  }
});
