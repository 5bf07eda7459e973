import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { samplePng } from '../src/references/sample-png.ts';
import { aJob, imagesOf, studio } from './image-builders.ts';

const RED = { r: 250, g: 10, b: 20 };

/** An image of one colour, or with the right half in another. */
function anImage(channels: 3 | 4, right = RED) {
  const size = { width: 40, height: 20 };
  const background = { ...RED, alpha: 1 };
  const half = { create: { width: 20, height: 20, channels: 3 as const, background: right } };
  return sharp({ create: { ...size, channels, background } }).composite([
    { input: half, left: 20, top: 0 },
  ]);
}

const isRed = ([r = 0, g = 0, b = 0]: Iterable<number> & readonly number[]) =>
  r > 200 && g < 60 && b < 70;

/** A pixel of the thumbnail in the top left corner of a picture of 256 × 256 pixels. */
async function thumbnailPixel(image: Uint8Array, x: number): Promise<number[]> {
  const area = { left: x, top: 30, width: 1, height: 1 };
  return [...(await sharp(image).removeAlpha().extract(area).raw().toBuffer())];
}

const pixels = { width: 256, height: 256 };

describe('a reference image', () => {
  for (const [mediaType, make] of [
    ['image/png', () => anImage(3).png()],
    ['image/jpeg', () => anImage(3).jpeg()],
    ['image/webp', () => anImage(3).webp()],
    ['image/gif', () => anImage(3).gif()],
  ] as const) {
    for (const detail of ['full', 'small'] as const) {
      it(`can be seen in the picture, ${mediaType} in ${detail} detail`, async () => {
        const references = [{ bytes: await make().toBuffer(), mediaType }];
        const [image] = await imagesOf(aJob({ references, pixels }), studio({ detail }));
        assert.ok(isRed(await thumbnailPixel(image!, 30)));
      });
    }
  }

  it('is shown beside others, in order', async () => {
    const blue = { r: 10, g: 20, b: 250 };
    const of = async (background: typeof RED) => {
      const image = sharp({ create: { width: 8, height: 8, channels: 3, background } });
      return { bytes: await image.png().toBuffer(), mediaType: 'image/png' };
    };
    const references = [await of(RED), await of(blue)];
    const [image] = await imagesOf(aJob({ references, pixels }));
    assert.ok(isRed(await thumbnailPixel(image!, 30)));
    const [r = 255, , b = 0] = await thumbnailPixel(image!, 92);
    assert.ok(r < 60 && b > 200);
  });

  it('is a placeholder when it is damaged', async () => {
    const references = [{ bytes: Uint8Array.of(0x89, 0x50), mediaType: 'image/png' }];
    const [image] = await imagesOf(aJob({ references, pixels }));
    assert.deepEqual(await thumbnailPixel(image!, 6), [255, 255, 255], 'the frame');
  });

  it('is a placeholder without sharp when it is not a PNG', async () => {
    const loadSharp = () => Promise.reject(new Error('not installed'));
    const references = [{ bytes: await anImage(3).jpeg().toBuffer(), mediaType: 'image/jpeg' }];
    const images = await imagesOf(aJob({ references, pixels }), studio({ loadSharp }));
    assert.equal(images.length, 1);
  });
});

describe('samplePng', () => {
  for (const [what, make] of [
    ['RGB', () => anImage(3).png({ palette: false })],
    ['RGB with alpha', () => anImage(4).png({ palette: false })],
    ['a palette', () => anImage(3).png({ palette: true, colours: 4 })],
    ['adaptive filters', () => anImage(3).png({ adaptiveFiltering: true })],
  ] as const) {
    it(`reads ${what}`, async () => {
      const sample = await samplePng(await make().toBuffer(), 4);
      assert.equal(sample?.length, 4 * 4 * 3);
      assert.ok(isRed([...sample.subarray(0, 3)]));
    });
  }

  it('reads every filter as sharp does', async () => {
    const noise = Uint8Array.from(
      { length: 32 * 32 * 3 },
      (_, at) => (at * 7919 + (at >> 3) * 31) % 251,
    );
    const raw = sharp(noise, { raw: { width: 32, height: 32, channels: 3 } });
    const file = await raw.png({ adaptiveFiltering: true, palette: false }).toBuffer();
    assert.deepEqual(await samplePng(file, 32), noise);
  });

  it('reads grey', async () => {
    const file = await anImage(3)
      .greyscale()

      .png({ palette: false })
      .toBuffer();
    const [r, g, b] = (await samplePng(file, 2)) ?? [];
    assert.ok(r === g && g === b && r !== undefined);
  });

  it('gives nothing for a file that claims more than 4 million pixels', async () => {
    const file = await anImage(3).png({ palette: false }).toBuffer();
    const claim = Uint8Array.from(file);
    new DataView(claim.buffer).setUint32(16, 65_535);
    new DataView(claim.buffer).setUint32(20, 65_535);
    assert.equal(await samplePng(claim, 4), undefined);
  });

  it('gives nothing for more data than the header says', async () => {
    const file = Uint8Array.from(await anImage(3).png({ palette: false }).toBuffer());
    new DataView(file.buffer).setUint32(20, 3);
    assert.equal(await samplePng(file, 4), undefined);
  });

  it('never throws, whatever is changed in a file', async () => {
    const file = await anImage(4).png({ palette: false }).toBuffer();
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 4 }),
        fc.nat(file.length),
        async (all, cut) => {
          const damaged = Uint8Array.from(file.subarray(0, cut + 8));
          for (const [place, value] of all) damaged[place] = value;
          await samplePng(damaged, 4);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });
});
