import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OpenList, type Place } from '../src/open-list.ts';

describe('what is open', () => {
  it('is what was added and not removed, whatever the order and how often', () => {
    const steps = fc.array(fc.record({ isIn: fc.boolean(), at: fc.nat(), again: fc.nat() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const list = new OpenList<number>();
        const open: Place<number>[] = [];
        const removed: Place<number>[] = [];
        for (const [number, { isIn, at, again }] of all.entries()) {
          if (isIn) open.push(list.add(number));
          else removed.push(...open.splice(at % (open.length + 1), 1));
          for (const place of removed.slice(-1 - (again % 3))) list.remove(place);
        }
        const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b);
        assert.deepEqual(sorted(list), sorted(open.map(({ item }) => item)));
      }),
      { seed: 20_261_128 },
    );
  });

  it('is visited as it was, whatever leaves meanwhile', () => {
    const list = new OpenList<number>();
    const places = [1, 2, 3, 4].map((item) => list.add(item));
    const visited: number[] = [];
    for (const item of list) {
      visited.push(item);
      for (const place of places) if (place.item === item) list.remove(place);
    }
    assert.deepEqual(visited, [1, 2, 3, 4]);
    assert.deepEqual([...list], []);
  });
});
