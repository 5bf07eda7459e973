import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizeProblems } from '../../src/release/size-problems.ts';

const files = ['package.json', 'dist/a.js', 'dist/b.js'];
const MIB = 1024 * 1024;

describe('sizeProblems', () => {
  it('finds nothing in a dist of three megabytes', () => {
    assert.deepEqual(sizeProblems({ files, textOf: () => 'x'.repeat(1.5 * MIB) }), []);
  });

  it('limits source maps apart', () => {
    const maps = ['dist/a.js', 'dist/a.js.map'];
    const textOf = (file: string) => 'x'.repeat(file === 'dist/a.js' ? 3 * MIB : 2 * MIB + 1);
    assert.deepEqual(sizeProblems({ files: maps, textOf }), [
      'dist, in source maps, holds 2097153 bytes, at most 2097152 are fine; dist/a.js.map (2097153).',
    ]);
  });

  it('names the largest files of one that is larger', () => {
    const textOf = (file: string) => 'é'.repeat(file === 'dist/b.js' ? 1_550_000 : 200_000);
    assert.deepEqual(sizeProblems({ files, textOf }), [
      'dist holds 3500000 bytes, at most 3407872 are fine; dist/b.js (3100000), dist/a.js (400000).',
    ]);
  });
});
