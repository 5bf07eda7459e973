import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { Adler32 } from '../src/png/adler32.ts';
import { RunDeflater } from '../src/png/deflate-runs.ts';
import { Deflater, FARTHEST } from '../src/png/deflater.ts';
import { prefixCode } from '../src/png/huffman.ts';

/** A byte, or a copy of `length` bytes from `distance` bytes back. */
type Step = number | { readonly length: number; readonly distance: number };

/** Asserts that zlib, which checks the codes and the checksum, reads the bytes that the steps make. */
function assertKept(steps: Iterable<Step>): void {
  const deflater = new Deflater();
  const expected: number[] = [];
  for (const step of steps) {
    if (typeof step === 'number') {
      deflater.literal(step);
      expected.push(step);
    } else {
      deflater.copy(step.length, step.distance);
      for (let rest = step.length; rest > 0; rest--) expected.push(expected.at(-step.distance)!);
    }
  }
  const checksum = new Adler32();
  for (const byte of expected) checksum.addRun(byte, 1);
  assert.ok(inflateSync(deflater.end(checksum.value)).equals(Buffer.from(expected)));
}

const literals = (count: number): Step[] => Array.from({ length: count }, (_, i) => (i * 7) & 255);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('Deflater', () => {
  const cases: readonly (readonly [string, Iterable<Step>])[] = [
    ['nothing', []],
    ['one byte', [7]],
    ['every byte', range(0, 255)],
    [
      'copies of every length',
      [1, 2, 3, ...range(3, 600).map((length) => ({ length, distance: 3 }))],
    ],
    [
      'copies from every power of two, and beside it',
      [
        ...literals(FARTHEST),
        ...range(0, 15)
          .flatMap((power) => [2 ** power - 1, 2 ** power, 2 ** power + 1])
          .filter((distance) => distance >= 1 && distance <= FARTHEST)
          .map((distance) => ({ length: 5, distance })),
      ],
    ],
    ['as many bytes as a block holds, and more', literals(100_000)],
  ];
  for (const [what, steps] of cases) {
    it(`keeps ${what}`, () => {
      assertKept(steps);
    });
  }

  it('keeps whatever is added', () => {
    const literal = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 255));
    const copy = fc.record({
      length: fc.integer({ min: 3, max: 700 }),
      distance: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: FARTHEST })),
    });
    const steps = fc.array(fc.oneof({ arbitrary: literal, weight: 3 }, copy), { maxLength: 300 });
    fc.assert(
      fc.property(steps, (any) => {
        let length = 0;
        const possible = any.filter((step) => {
          const isPossible = typeof step === 'number' || step.distance <= length;
          if (isPossible) length += typeof step === 'number' ? 1 : step.length;
          return isPossible;
        });
        assertKept(possible);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('keeps bytes whose frequencies would need codes that are too long', () => {
    const counts = [1, 1];
    while (counts.length < 22) counts.push(counts.at(-1)! + counts.at(-2)!);
    assertKept(counts.flatMap((count, byte) => Array.from({ length: count }, () => byte)));
  });
});

describe('prefixCode', () => {
  it('gives frequent symbols shorter codes', () => {
    const { lengths } = prefixCode(Uint32Array.of(10, 1, 0, 3, 1), 15);
    assert.deepEqual([...lengths], [1, 3, 0, 2, 3]);
  });

  it('numbers codes by length, then by symbol', () => {
    // 0, 110, 10 and 111, from their highest bit.
    const { codes } = prefixCode(Uint32Array.of(10, 1, 0, 3, 1), 15);
    assert.deepEqual([...codes], [0b0, 0b011, 0, 0b01, 0b111]);
  });

  it('gives no symbol more bits than it may have, and leaves no code unused', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 1 << 20 }), { minLength: 19, maxLength: 60 }),
        fc.constantFrom(7, 15),
        (frequencies, longest) => {
          const { lengths } = prefixCode(Uint32Array.from(frequencies), longest);
          const used = [...lengths].filter((length) => length > 0);
          assert.ok(used.every((length) => length <= longest));
          const share = used.reduce((sum, length) => sum + 2 ** -length, 0);
          if (used.length > 1) assert.equal(share, 1);
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('RunDeflater', () => {
  type Run = readonly [value: number, length: number];
  const cases: readonly (readonly [string, readonly Run[]])[] = [
    ['nothing', []],
    ['an empty run', [[7, 0]]],
    ['every value', range(0, 255).map((value) => [value, 1])],
    ['every length up to 600', range(1, 600).map((length) => [length & 255, length])],
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
      const deflater = new RunDeflater();
      for (const [value, length] of runs) deflater.run(value, length);
      const expected = Buffer.concat(runs.map(([value, length]) => Buffer.alloc(length, value)));
      assert.ok(inflateSync(deflater.end()).equals(expected));
    });
  }

  it('takes a few bits for 258 bytes', () => {
    const deflater = new RunDeflater();
    deflater.run(0, 1_000_000);
    assert.ok(deflater.end().byteLength < 7000);
  });
});
