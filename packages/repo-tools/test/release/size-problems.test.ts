import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizeProblems } from '../../src/release/size-problems.ts';

const files = ['package.json', 'dist/a.js', 'dist/b.js'];

describe('sizeProblems', () => {
  it('finds nothing in a dist of two megabytes', () => {
    assert.deepEqual(sizeProblems({ files, textOf: () => 'x'.repeat(1024 * 1024) }), []);
  });

  it('names the largest files of one that is larger', () => {
    const textOf = (file: string) => 'é'.repeat(file === 'dist/b.js' ? 900_000 : 200_000);
    assert.deepEqual(sizeProblems({ files, textOf }), [
      'dist holds 2200000 bytes, at most 2097152 are fine; dist/b.js (1800000), dist/a.js (400000).',
    ]);
  });
});
