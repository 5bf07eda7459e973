import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobOutline } from '../../src/images/capability.ts';
import { pixelsOf, tierOf } from '../../src/images/job-size.ts';
import { MODEL } from './image-builders.ts';

function aJob(size: Partial<JobOutline>): JobOutline {
  return { model: MODEL, prompt: 'x', n: 1, format: 'png', stream: false, options: {}, ...size };
}

describe('the size of a job, for its price (contract §8.5, §4.7)', () => {
  for (const [what, size, pixels] of [
    ['nothing asked: 1K, square', {}, 1024 * 1024],
    ['a tier, square', { tier: '2K' }, 2048 * 2048],
    ['a ratio at 1K', { aspectRatio: '2:1' }, 1024 * 512],
    ['a tall ratio', { tier: '512', aspectRatio: '1:2' }, 512 * 256],
    ['a ratio that leaves a part of a pixel, which counts', { aspectRatio: '3:2' }, 699_051],
    ['pixels, whatever else', { pixels: { width: 640, height: 480 }, tier: '4K' }, 640 * 480],
  ] as const) {
    it(`has ${pixels} pixels: ${what}`, () => assert.equal(pixelsOf(aJob(size)), pixels));
  }

  for (const [what, size, tier] of [
    ['the tier that was asked for', { tier: '2K' }, '2K'],
    ['none when none was', { aspectRatio: '16:9' }, undefined],
    [
      'the one that pixels were computed from',
      { tier: '1K', pixels: { width: 1360, height: 768 } },
      '1K',
    ],
    ['the smallest', { pixels: { width: 64, height: 64 } }, '512'],
    ['one that just holds them', { pixels: { width: 512, height: 64 } }, '512'],
    ['the next by one pixel', { pixels: { width: 513, height: 64 } }, '1K'],
    ['that of the longer side', { pixels: { width: 64, height: 2048 } }, '2K'],
    ['the largest', { pixels: { width: 4096, height: 64 } }, '4K'],
    ['the largest, beyond it', { pixels: { width: 8192, height: 64 } }, '4K'],
  ] as const) {
    it(`is of the tier ${tier}: ${what}`, () => assert.equal(tierOf(aJob(size)), tier));
  }
});
