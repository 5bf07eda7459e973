import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { crc32 } from '../src/png/crc32.ts';
import { encodePng } from '../src/png/encode-png.ts';

const pause = async () => {};

/** A picture in which no pixel is like its neighbours. */
function noise(width: number, height: number) {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 2654435761) >>> 13);
  return { width, height, pixels };
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
  ] as const) {
    it(`keeps every pixel and alpha of ${width} × ${height}`, async () => {
      const picture = noise(width, height);
      const file = await encodePng(picture, { alpha: true, pause });
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height, info.channels], [width, height, 4]);
      assert.deepEqual(new Uint8Array(data), picture.pixels);
    });
  }

  it('stores no alpha channel for an opaque picture', async () => {
    const picture = noise(20, 10);
    const file = await encodePng(picture, { alpha: false, pause });
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    assert.equal(info.channels, 3);
    assert.deepEqual(
      new Uint8Array(data),
      picture.pixels.filter((_, index) => index % 4 !== 3),
    );
  });

  it('stops with what a pause throws', async () => {
    const stop = async () => {
      throw new Error('stop');
    };
    await assert.rejects(encodePng(noise(100, 100), { alpha: true, pause: stop }), /^Error: stop$/);
  });
});
