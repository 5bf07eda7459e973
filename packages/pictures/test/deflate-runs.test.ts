import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { RunDeflater } from '../src/png/deflate-runs.ts';
import { aJob, imagesOf, studio } from './image-builders.ts';

type Run = readonly [value: number, length: number];

/** Deflates runs, and inflates with zlib, which checks the codes and the checksum. */
function inflated(runs: readonly Run[]): Buffer {
  const deflater = new RunDeflater();
  for (const [value, length] of runs) deflater.run(value, length);
  return inflateSync(deflater.end());
}

const expected = (runs: readonly Run[]) =>
  Buffer.concat(runs.map(([value, length]) => Buffer.alloc(length, value)));

describe('RunDeflater', () => {
  const cases: readonly (readonly [string, readonly Run[]])[] = [
    ['nothing', []],
    ['an empty run', [[7, 0]]],
    ['every value', Array.from({ length: 256 }, (_, value): Run => [value, 1])],
    ['every length up to 600', Array.from({ length: 600 }, (_, i): Run => [i & 255, i + 1])],
    [
      'equal neighbours',
      [
        [5, 3],
        [5, 300],
        [5, 1],
      ],
    ],
    [
      'lengths past a megabyte',
      [
        [255, 1_500_000],
        [0, 3_000_001],
      ],
    ],
  ];
  for (const [what, runs] of cases) {
    it(`keeps ${what}`, () => {
      assert.ok(inflated(runs).equals(expected(runs)));
    });
  }

  it('takes a few bits for 258 bytes', () => {
    const deflater = new RunDeflater();
    deflater.run(0, 1_000_000);
    assert.ok(deflater.end().byteLength < 7000);
  });
});

describe('a small image', () => {
  it('is the same file on every machine', async () => {
    const job = aJob({ pixels: { width: 1024, height: 768 } });
    const [image] = await imagesOf(job, studio({ detail: 'small' }));
    const digest = createHash('sha256').update(image!).digest('hex').slice(0, 16);
    assert.equal(digest, '3b392a46130fc4bc');
  });
});
