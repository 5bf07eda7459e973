import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageJob } from '@model-gateway/core';
import sharp from 'sharp';
import { aJob, bytesOf, eventsOf, imagesOf, sha256, studio } from './image-builders.ts';

const small = studio({ detail: 'small' });

describe('small detail', () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    for (const [width, height] of [
      [1024, 1024],
      [300, 77],
      [64, 512],
      [40, 30],
    ] as const) {
      it(`makes a ${format} of exactly ${width} × ${height}`, async () => {
        const [image] = await imagesOf(aJob({ format, pixels: { width, height } }), small);
        const metadata = await sharp(image).metadata();
        assert.deepEqual(
          [metadata.format, metadata.width, metadata.height],
          [format, width, height],
        );
        // Decodes every row, which a wrong filter or length would prevent.
        await sharp(image).raw().toBuffer();
      });
    }
  }

  it('draws 64 pixels, each a block of one colour', async () => {
    const [image] = await imagesOf(aJob({ pixels: { width: 1024, height: 512 } }), small);
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => {
      const start = (y * info.width + x) * info.channels;
      return data.subarray(start, start + 3).join();
    };
    for (let x = 0; x < 1024; x += 16) {
      const block = new Set([pixel(x, 0), pixel(x + 15, 0), pixel(x, 15), pixel(x + 15, 15)]);
      assert.equal(block.size, 1, `at ${x}`);
    }
    assert.ok(new Set(Array.from({ length: 64 }, (_, x) => pixel(16 * x, 200))).size > 8);
  });

  it('draws an SVG of the requested size with a small scene', async () => {
    const job = aJob({ format: 'svg', pixels: { width: 1024, height: 512 } });
    const [image] = await imagesOf(job, small);
    const text = new TextDecoder().decode(image);
    assert.match(text, /width="1024" height="512" viewBox="0 0 64 32"/);
    assert.match(text, /<title>a red panda<\/title>/);
  });

  it('keeps transparency', async () => {
    const [image] = await imagesOf(aJob({ background: 'transparent', prompt: 'planet' }), small);
    const { data } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    assert.equal((await sharp(image).metadata()).hasAlpha, true);
    assert.ok(data.some((value, index) => index % 4 === 3 && value === 0));
    assert.ok(data.some((value, index) => index % 4 === 3 && value === 255));
  });

  it('depends on prompt and seed, and repeats itself', async () => {
    const jobs: ImageJob[] = [aJob(), aJob(), aJob({ seed: 3 }), aJob({ prompt: 'the sea' })];
    const images = await Promise.all(jobs.map((job) => imagesOf(job, small)));
    const [one, same, ...others] = images.map(([image]) => sha256(image!));
    assert.equal(one, same);
    assert.equal(new Set([one, ...others]).size, 3);
  });

  it('streams as many partial images as full detail', async () => {
    for (const side of [64, 128, 512]) {
      const job = aJob({ stream: true, pixels: { width: side, height: side } });
      const [ours, full] = await Promise.all([eventsOf(small, job), eventsOf(studio(), job)]);
      assert.equal(bytesOf(ours, 'partial').length, bytesOf(full, 'partial').length, `${side}`);
      for (const partial of bytesOf(ours, 'partial')) {
        assert.equal((await sharp(partial).metadata()).width, side);
      }
    }
  });
});
