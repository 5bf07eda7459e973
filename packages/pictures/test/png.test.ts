import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { crc32 } from '../src/png/crc32.ts';
import { encodePng } from '../src/png/encode-png.ts';
import { toPicture, type Raster } from '../src/raster/picture.ts';

/** A picture in which no pixel is like its neighbours. */
function noise(width: number, height: number) {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 2654435761) >>> 13);
  return { width, height, pixels };
}

type Runs = readonly (readonly [color: number, length: number])[];

/** Rows of coloured runs, the last of them to the right edge; each row some times. */
function patterned(width: number, rows: readonly (readonly [Runs, times: number])[]): Raster {
  const words = rows.flatMap(([runs, times]) => {
    const colors = runs.flatMap(([color, length]) => Array.from({ length }, () => color));
    const row = Array.from({ length: width }, (_, x) => colors[x] ?? runs.at(-1)![0]);
    return Array.from({ length: times }, () => row).flat();
  });
  const pixels = new Uint8Array(Int32Array.from(words).buffer);
  return { width, height: words.length / width, pixels };
}

describe('the checksum', () => {
  it('is that of ISO 3309', () => {
    assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
  });

  it('takes parts as one', () => {
    assert.equal(crc32(Uint8Array.of(1, 2), Uint8Array.of(3)), crc32(Uint8Array.of(1, 2, 3)));
  });
});

describe('encodePng', () => {
  for (const [width, height] of [
    [1, 1],
    [7, 5],
    [640, 3],
    [3, 640],
    [700, 500],
    // A row is farther from the next than a copy reaches.
    [9000, 3],
  ] as const) {
    it(`keeps every pixel and alpha of ${width} × ${height}`, async () => {
      const picture = noise(width, height);
      const file = await encodePng(toPicture(picture), { alpha: true });
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height, info.channels], [width, height, 4]);
      assert.deepEqual(new Uint8Array(data), picture.pixels);
    });
  }

  it('keeps every pixel of pictures in which colours, edges and rows repeat', async () => {
    const color = fc.constantFrom(-1, 0, 0x7f123456, 0x7f123457, 0x7f133456);
    const row = fc.array(fc.tuple(color, fc.nat({ max: 200 })), { minLength: 1, maxLength: 6 });
    const rows = fc.array(fc.tuple(row, fc.integer({ min: 1, max: 5 })), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), rows, async (width, repeated) => {
        const picture = patterned(width, repeated);
        const file = await encodePng(toPicture(picture), { alpha: true });
        const kept = await sharp(file).raw().toBuffer();
        assert.deepEqual(new Uint8Array(kept), picture.pixels);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('stores no alpha channel for an opaque picture', async () => {
    const picture = noise(20, 10);
    const file = await encodePng(toPicture(picture), { alpha: false });
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    assert.equal(info.channels, 3);
    assert.deepEqual(
      new Uint8Array(data),
      picture.pixels.filter((_, index) => index % 4 !== 3),
    );
  });

  it('stops with what drawing throws', async () => {
    async function* bands(): AsyncGenerator<Raster> {
      yield noise(100, 50);
      throw new Error('stop');
    }
    const picture = { width: 100, height: 100, bands: bands() };
    await assert.rejects(encodePng(picture, { alpha: true }), /^Error: stop$/);
  });
});
