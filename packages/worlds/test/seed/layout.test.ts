import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf, placeAt, rowBefore } from '../../src/seed/layout.ts';

describe('the layout of a catalog', () => {
  it('numbers the records of each kind without gaps, also where aliases end', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 3000; index++) {
      const { kind, ordinal } = placeAt(index);
      assert.equal(ordinal, counts.get(kind) ?? 0, `${kind} at ${index}`);
      counts.set(kind, ordinal + 1);
    }
  });

  it('has no aliases and routers beyond those that have natural names', () => {
    const kinds = Array.from({ length: 3000 }, (_, index) => placeAt(index).kind);
    assert.equal(kinds.lastIndexOf('alias') < 1200, true);
    assert.equal(kinds.filter((kind) => kind === 'router').length, 12);
  });

  it('finds a record again', () => {
    for (let index = 0; index < 1200; index++) {
      const { kind, ordinal } = placeAt(index);
      assert.equal(indexOf(kind, ordinal), index);
    }
  });

  it('has text models before every free variant, in the same row', () => {
    for (let index = 0; index < 2000; index++) {
      if (placeAt(index).kind !== 'free') continue;
      const before = rowBefore(index).filter((position) => placeAt(position).kind === 'text');
      assert.ok(before.length >= 10, `${index}`);
    }
  });
});
