import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usageOf } from '../src/usage-of.ts';
import { aJob, STUDIO } from './image-builders.ts';

const SQUARE = { width: 1024, height: 1024 };

describe('usageOf', () => {
  it('counts a quarter of a token per character, at least one', () => {
    const tokens = (prompt: string) => usageOf(aJob({ prompt }), SQUARE, STUDIO).promptTokens;
    assert.deepEqual(
      [tokens('x'), tokens('four'), tokens('fives'), tokens('x'.repeat(400))],
      [1, 1, 2, 100],
    );
  });

  it('counts references with the prompt', () => {
    const references = [1, 2].map(() => ({ bytes: new Uint8Array(), mediaType: 'image/png' }));
    assert.equal(usageOf(aJob({ prompt: 'four', references }), SQUARE, STUDIO).promptTokens, 513);
  });

  it('counts images by their pixels and quality', () => {
    const tokens = (quality: string) =>
      usageOf(aJob({ n: 2, quality }), SQUARE, STUDIO).completionTokens;
    assert.deepEqual([tokens('high'), tokens('medium'), tokens('low')], [8320, 2080, 556]);
  });

  it('never counts more for an image than its endpoint can take', () => {
    const large = { width: 4096, height: 4096 };
    const capped = { ...STUDIO, maxTokensPerImage: 5000 };
    assert.equal(usageOf(aJob({ n: 3 }), large, capped).completionTokens, 15_000);
    assert.equal(usageOf(aJob(), large, STUDIO).completionTokens, 16_384);
  });
});
