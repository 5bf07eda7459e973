import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizeProblems } from '../../src/release/size-problems.ts';

const files = ['package.json', 'dist/a.js', 'dist/b.js'];

describe('sizeProblems', () => {
  it('finds nothing in a dist of two megabytes', () => {
    assert.deepEqual(sizeProblems({ files, textOf: () => 'x'.repeat(1024 * 1024) }), []);
  });

  it('limits source maps apart', () => {
    const maps = ['dist/a.js', 'dist/a.js.map'];
    const textOf = (file: string) => 'x'.repeat(file === 'dist/a.js' ? 2_000_000 : 1_048_577);
    assert.deepEqual(sizeProblems({ files: maps, textOf }), [
      'dist, in source maps, holds 1048577 bytes, at most 1048576 are fine; dist/a.js.map (1048577).',
    ]);
  });

  it('names the largest files of one that is larger', () => {
    const textOf = (file: string) => 'é'.repeat(file === 'dist/b.js' ? 900_000 : 200_000);
    assert.deepEqual(sizeProblems({ files, textOf }), [
      'dist holds 2200000 bytes, at most 2097152 are fine; dist/b.js (1800000), dist/a.js (400000).',
    ]);
  });
});
