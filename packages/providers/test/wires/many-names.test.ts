// System: compares the CPU time of lists of growing length, which takes quiet and time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findGrowth, STEP } from '../../../core/test/expensive-inputs/growth.ts';
import { NameMap } from '../../src/wires/common/name-map.ts';

/** Names that are spelled alike in the alphabet of a wire. */
const LISTS: readonly (readonly [string, (i: number) => string])[] = [
  ['short', (i) => String.fromCodePoint(0x4e00 + i)],
  ['long', (i) => `${'n'.repeat(70)}${i}`],
  ['long in pairs', (i) => `${'n'.repeat(59)}${i >> 1}${i % 2 === 0 ? '.' : '_'}`.slice(0, 64)],
];

describe('names of tools that are spelled alike', () => {
  for (const [what, nameOf] of LISTS) {
    it(`take no more time than there are: ${what}`, async () => {
      const work = (size: number) => async () => {
        const names = new NameMap();
        const all = Array.from({ length: size }, (_, i) => names.toWire(nameOf(i)));
        assert.equal(new Set(all).size, size);
      };
      await work(2000)();
      assert.equal(await findGrowth([2000, 2000 * STEP], work), undefined);
    });
  }
});
