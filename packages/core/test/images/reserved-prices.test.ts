import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImagePrice } from '@model-gateway/core';
import { upperBound } from '../../src/images/billing.ts';
import type { JobOutline } from '../../src/images/capability.ts';
import { anEndpoint } from './image-builders.ts';
import { aJob, token } from './price-cases.ts';

describe('what is reserved (contract §4.7)', () => {
  const reserved = (pricing: readonly ImagePrice[], job: Partial<JobOutline>, references = 0) =>
    upperBound(aJob(job), anEndpoint({ pricing, maxTokensPerImage: 1000 }), references);

  it('is a token for each byte of the prompt', () => {
    assert.equal(reserved([token('prompt', '1')], { prompt: 'née' }), '4');
  });

  it('is the most tokens of an image for each reference', () => {
    assert.equal(reserved([token('prompt', '1')], {}, 3), '3010');
  });

  it('is the most tokens for each image', () => {
    assert.equal(reserved([token('completion', '0.5')], { n: 4 }), '2000');
  });

  it('has the overrides that the longest prompt can reach', () => {
    assert.equal(reserved([token('prompt', '1'), token('prompt', '2', 9)], {}), '20');
    assert.equal(reserved([token('prompt', '1'), token('prompt', '2', 10)], {}), '10');
  });

  it('has the price below an override that makes long prompts cheaper', () => {
    assert.equal(reserved([token('prompt', '1'), token('prompt', '0.1', 7.5)], {}), '7');
  });

  it('takes the kind of token that costs more', () => {
    const expensiveImages = [token('prompt', '1'), token('prompt_image', '2')];
    assert.equal(reserved(expensiveImages, {}, 1), '2010');
    const expensiveText = [token('completion', '1'), token('completion_text', '3')];
    assert.equal(reserved(expensiveText, {}), '3000');
  });
});
