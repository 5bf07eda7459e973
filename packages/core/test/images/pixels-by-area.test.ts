import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PixelBounds } from '@model-gateway/core';
import { ratioOf, TIER_PIXELS } from '../../src/images/geometry.ts';
import { describePixels, fitsPixels } from '../../src/images/pixel-limits.ts';
import { pixelsByArea } from '../../src/images/pixels-by-area.ts';
import { ASPECT_RATIOS } from '../../src/resources/image-request.ts';

/** Bounds as providers state them. */
const WIDE: PixelBounds = {
  min: 16,
  max: 3840,
  multipleOf: 16,
  minArea: 655_360,
  maxArea: 8_294_400,
  maxRatio: 3,
};
const FOUR_MEGAPIXELS: PixelBounds = { min: 64, max: 4096, multipleOf: 16, maxArea: 4_194_304 };
const LARGE: PixelBounds = {
  min: 64,
  max: 16_384,
  minArea: 3_686_400,
  maxArea: 16_777_216,
  maxRatio: 16,
};
const TABLE = { sizes: ['1024x1024', '1536x1024', '1024x1536', '2048x2048'] };

const RATIOS = ASPECT_RATIOS.filter((ratio) => ratio !== 'auto');

describe('pixels with the area of a tier (contract §4.2)', () => {
  const expected: readonly (readonly [
    string,
    keyof typeof TIER_PIXELS,
    string,
    PixelBounds,
    string,
  ])[] = [
    ['a square of 1K', '1K', '1:1', WIDE, '1024x1024'],
    ['as much area when it is wide', '1K', '16:9', WIDE, '1360x768'],
    ['as much when it is tall', '1K', '9:16', WIDE, '768x1360'],
    ['the largest square', '4K', '1:1', WIDE, '2880x2880'],
    ['the largest wide one', '4K', '16:9', WIDE, '3840x2160'],
    ['the smallest area', '512', '1:1', LARGE, '1920x1920'],
    ['the nearest ratio that is allowed', '1K', '8:1', WIDE, '1760x592'],
  ];
  for (const [what, tier, ratio, bounds, size] of expected) {
    it(`are ${size} for ${tier} at ${ratio}: ${what}`, () => {
      const { width, height } = pixelsByArea(TIER_PIXELS[tier], ratioOf(ratio), bounds);
      assert.equal(`${width}x${height}`, size);
    });
  }

  for (const [name, bounds] of Object.entries({ WIDE, FOUR_MEGAPIXELS, LARGE })) {
    it(`are accepted by the endpoint for every tier and ratio: ${name}`, () => {
      for (const ratio of RATIOS) {
        for (const [tier, side] of Object.entries(TIER_PIXELS)) {
          const size = pixelsByArea(side, ratioOf(ratio), bounds);
          assert.ok(fitsPixels(size, bounds), `${tier} ${ratio}: ${JSON.stringify(size)}`);
        }
      }
    });
  }

  for (const [tier, ratio, size] of [
    ['1K', '1:1', '1024x1024'],
    ['2K', '1:1', '2048x2048'],
    ['4K', '3:2', '1536x1024'],
    ['1K', '9:16', '1024x1536'],
  ] as const) {
    it(`are ${size} of a table for ${tier} at ${ratio}`, () => {
      const { width, height } = pixelsByArea(TIER_PIXELS[tier], ratioOf(ratio), TABLE);
      assert.equal(`${width}x${height}`, size);
    });
  }
});

describe('the sizes that an endpoint accepts (contract §4.3)', () => {
  const judged: readonly (readonly [string, number, number, boolean])[] = [
    ['all bounds', 1024, 1024, true],
    ['exactly the smallest area', 1024, 640, true],
    ['less area', 1024, 624, false],
    ['exactly the largest area', 3840, 2160, true],
    ['more area', 3840, 2176, false],
    ['exactly the longest shape', 2976, 992, true],
    ['a longer shape', 2992, 992, false],
    ['a taller shape', 992, 2992, false],
    ['another multiple', 1025, 1024, false],
  ];
  for (const [what, width, height, fits] of judged) {
    it(`${fits ? 'include' : 'exclude'} ${what}: ${width}x${height}`, () => {
      assert.equal(fitsPixels({ width, height }, WIDE), fits);
    });
  }

  it('include those of a table only', () => {
    assert.equal(fitsPixels({ width: 1536, height: 1024 }, TABLE), true);
    assert.equal(fitsPixels({ width: 1536, height: 1025 }, TABLE), false);
    assert.equal(fitsPixels({ width: 1024, height: 1024 }, undefined), false);
  });

  for (const [limits, sentence] of [
    [undefined, 'left out or a tier'],
    [TABLE, 'one of 1024x1024, 1536x1024, 1024x1536, 2048x2048'],
    [{ min: 64, max: 2048 }, 'sides of 64 to 2048 pixels'],
    [
      WIDE,
      'sides of 16 to 3840 pixels, multiples of 16, an area of at least 655360 and at most 8294400 pixels, a ratio of at most 3:1',
    ],
    [
      FOUR_MEGAPIXELS,
      'sides of 64 to 4096 pixels, multiples of 16, an area of at most 4194304 pixels',
    ],
  ] as const) {
    it(`are described as "${sentence.slice(0, 50)}"`, () => {
      assert.equal(describePixels(limits), sentence);
    });
  }
});
