import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizeOf } from '../src/size-of.ts';

/** The size of each ratio at 512, 1K, 2K and 4K. */
const SIZES: readonly (readonly [ratio: string, ...sizes: [string, string, string, string]])[] = [
  ['1:1', '512x512', '1024x1024', '2048x2048', '4096x4096'],
  ['1:2', '256x512', '512x1024', '1024x2048', '2048x4096'],
  ['1:4', '128x512', '256x1024', '512x2048', '1024x4096'],
  ['1:8', '64x512', '128x1024', '256x2048', '512x4096'],
  ['2:1', '512x256', '1024x512', '2048x1024', '4096x2048'],
  ['2:3', '341x512', '683x1024', '1365x2048', '2731x4096'],
  ['3:2', '512x341', '1024x683', '2048x1365', '4096x2731'],
  ['3:4', '384x512', '768x1024', '1536x2048', '3072x4096'],
  ['4:1', '512x128', '1024x256', '2048x512', '4096x1024'],
  ['4:3', '512x384', '1024x768', '2048x1536', '4096x3072'],
  ['4:5', '410x512', '819x1024', '1638x2048', '3277x4096'],
  ['5:4', '512x410', '1024x819', '2048x1638', '4096x3277'],
  ['8:1', '512x64', '1024x128', '2048x256', '4096x512'],
  ['9:16', '288x512', '576x1024', '1152x2048', '2304x4096'],
  ['16:9', '512x288', '1024x576', '2048x1152', '4096x2304'],
  ['9:19.5', '236x512', '473x1024', '945x2048', '1890x4096'],
  ['19.5:9', '512x236', '1024x473', '2048x945', '4096x1890'],
  ['9:20', '230x512', '461x1024', '922x2048', '1843x4096'],
  ['20:9', '512x230', '1024x461', '2048x922', '4096x1843'],
  ['9:21', '219x512', '439x1024', '878x2048', '1755x4096'],
  ['21:9', '512x219', '1024x439', '2048x878', '4096x1755'],
];
const TIERS = ['512', '1K', '2K', '4K'] as const;

const written = ({ width, height }: { width: number; height: number }) => `${width}x${height}`;

describe('sizeOf', () => {
  for (const [aspectRatio, ...sizes] of SIZES) {
    it(`gives ${sizes.join(', ')} for ${aspectRatio} at ${TIERS.join(', ')}`, () => {
      assert.deepEqual(
        TIERS.map((tier) => written(sizeOf({ tier, aspectRatio }, {}))),
        sizes,
      );
    });
  }

  it('takes 1K and 1:1 when nothing is asked for', () => {
    assert.equal(written(sizeOf({}, {})), '1024x1024');
  });

  it('takes a square for auto', () => {
    assert.equal(written(sizeOf({ aspectRatio: 'auto', tier: '2K' }, {})), '2048x2048');
  });

  it('takes explicit pixels as they are', () => {
    const pixels = { width: 333, height: 777 };
    const endpoint = { pixels: { min: 64, max: 4096, multipleOf: 16 } };
    assert.equal(written(sizeOf({ pixels }, endpoint)), '333x777');
  });

  it('rounds both sides to a multiple that the endpoint works in', () => {
    const endpoint = { pixels: { min: 64, max: 4096, multipleOf: 16 } };
    assert.equal(written(sizeOf({ aspectRatio: '9:19.5', tier: '1K' }, endpoint)), '480x1024');
    assert.equal(written(sizeOf({ aspectRatio: '1:8', tier: '512' }, endpoint)), '64x512');
  });
});
