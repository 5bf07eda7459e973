import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OpenList, type Place } from '../src/open-list.ts';

describe('what is open', () => {
  it('is what was added and not removed, whatever the order', () => {
    const steps = fc.array(fc.record({ isIn: fc.boolean(), at: fc.nat() }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (all) => {
        const list = new OpenList<number>();
        const open: Place<number>[] = [];
        for (const [number, { isIn, at }] of all.entries()) {
          if (isIn) open.push(list.add(number));
          else for (const place of open.splice(at % (open.length + 1), 1)) list.remove(place);
        }
        const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b);
        assert.deepEqual(sorted(list), sorted(open.map(({ item }) => item)));
      }),
    );
  });
});
