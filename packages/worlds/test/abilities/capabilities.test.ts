import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImagePrice, Pricing } from '@model-gateway/core';
import { archetypeOf } from '../../src/abilities/archetype-of.ts';
import { endpointPricing } from '../../src/abilities/endpoint-pricing.ts';
import { imageEndpointOf } from '../../src/abilities/image-endpoint-of.ts';
import { aModel } from './a-model.ts';

const architecture = (
  inputs: readonly ('text' | 'image')[],
  outputs: readonly ('text' | 'image')[],
) => ({
  modality: null,
  input_modalities: [...inputs],
  output_modalities: [...outputs],
});

describe('the image endpoint of a model', () => {
  it('is undefined for a model that makes no images', () => {
    const model = aModel({ architecture: architecture(['text', 'image'], ['text']) });
    assert.equal(imageEndpointOf(model), undefined);
  });

  it('can do everything for acme/paint-1', () => {
    const endpoint = imageEndpointOf(aModel());
    assert.deepEqual(endpoint?.formats, ['png', 'jpeg', 'webp']);
    assert.deepEqual(endpoint.tiers, ['512', '1K', '2K', '4K']);
    assert.equal(endpoint.aspectRatios?.length, 21);
    assert.deepEqual(endpoint.backgrounds, ['transparent', 'opaque']);
    const { maxImages, maxReferences, seed, compression, streams } = endpoint;
    assert.deepEqual(
      [maxImages, maxReferences, seed, compression, streams],
      [10, 16, true, true, true],
    );
  });

  for (const [id, archetype] of [
    ['inkwell/linocut-v3-svg', 'vector'],
    ['acme/sketch-vector', 'vector'],
    ['larch/larch-image2-edit', 'editor'],
    ['gesso/gouache-2-fill', 'editor'],
    ['osier/fresco-5-fast', 'express'],
    ['orrery/sxt-image-2-mini', 'express'],
    ['gesso/gouache-2-quick', 'express'],
    ['gesso/gouache-2-pro', 'gallery'],
    ['osier/fresco-5-ultra', 'gallery'],
  ] as const) {
    it(`is ${archetype} for ${id}`, () => assert.equal(archetypeOf(aModel({ id })), archetype));
  }

  it('makes one image at a time for a model that also outputs text', () => {
    const model = aModel({ id: 'a/chat', architecture: architecture(['text'], ['text', 'image']) });
    assert.equal(imageEndpointOf(model)?.maxImages, 1);
  });

  it('is random, but repeatable, for other names', () => {
    const ids = Array.from({ length: 40 }, (_, number) => `acme/brush-${number}`);
    const chosen = ids.map((id) => archetypeOf(aModel({ id })));
    assert.deepEqual(new Set(chosen), new Set(['studio', 'gallery', 'single']));
    assert.deepEqual(
      ids.map((id) => imageEndpointOf(aModel({ id }))),
      ids.map((id) => imageEndpointOf(aModel({ id }))),
    );
  });

  it('requires a reference for an editor', () => {
    assert.equal(imageEndpointOf(aModel({ id: 'acme/paint-1-edit' }))?.minReferences, 1);
  });

  it('takes no references where the catalog lists no image input', () => {
    const model = aModel({ id: 'a/b-edit', architecture: architecture(['text'], ['image']) });
    const endpoint = imageEndpointOf(model);
    assert.deepEqual([endpoint?.maxReferences, endpoint?.minReferences], [0, 0]);
  });

  it('honours a seed where the catalog lists one', () => {
    const seedOf = (parameters: 'seed'[]) =>
      imageEndpointOf(aModel({ id: 'a/b', supported_parameters: parameters }))?.seed;
    assert.deepEqual([seedOf(['seed']), seedOf([])], [true, false]);
  });
});

describe('the price list', () => {
  const cases: readonly (readonly [string, Pricing, readonly ImagePrice[]])[] = [
    [
      'per image, and per reference',
      { prompt: '0', completion: '0', image: '0.001', image_output: '0.04' },
      [
        { billable: 'output_image', unit: 'image', usd: '0.04' },
        { billable: 'input_image', unit: 'image', usd: '0.001' },
      ],
    ],
    [
      'per token',
      { prompt: '0.000005', completion: '0.00002', image_token: '0.00004' },
      [
        { billable: 'prompt', unit: 'token', usd: '0.000005' },
        { billable: 'completion', unit: 'token', usd: '0.00004' },
      ],
    ],
    [
      'per token when image_output is far too little for an image',
      { prompt: '0.0000005', completion: '0.000003', image_output: '0.00006' },
      [
        { billable: 'prompt', unit: 'token', usd: '0.0000005' },
        { billable: 'completion', unit: 'token', usd: '0.00006' },
      ],
    ],
    [
      'per megapixel',
      { prompt: '0', completion: '0', image_token: '0.0000075' },
      [{ billable: 'output_image', unit: 'megapixel', usd: '0.03072' }],
    ],
    [
      'after discount',
      { prompt: '0', completion: '0', image_output: '0.04', discount: 0.25 },
      [{ billable: 'output_image', unit: 'image', usd: '0.03' }],
    ],
    [
      'per token, with the overrides that apply above so many prompt tokens (contract §8.5)',
      {
        prompt: '0.001',
        completion: '0.00001',
        overrides: [
          { min_prompt_tokens: 10, prompt: '0.1' },
          { min_prompt_tokens: 200, prompt: '0.2', completion: '0.5' },
        ],
        discount: 0.5,
      },
      [
        { billable: 'prompt', unit: 'token', usd: '0.0005' },
        { billable: 'prompt', unit: 'token', usd: '0.05', when: { minPromptTokens: 10 } },
        { billable: 'prompt', unit: 'token', usd: '0.1', when: { minPromptTokens: 200 } },
        { billable: 'completion', unit: 'token', usd: '0.000005' },
        { billable: 'completion', unit: 'token', usd: '0.25', when: { minPromptTokens: 200 } },
      ],
    ],
    [
      'per token where prompts only cost something above so many tokens',
      {
        prompt: '0',
        completion: '0',
        image_token: '0.00004',
        overrides: [
          { min_prompt_tokens: 10, prompt: '0.1' },
          { min_prompt_tokens: 20, prompt: '0' },
        ],
      },
      [
        { billable: 'prompt', unit: 'token', usd: '0.1', when: { minPromptTokens: 10 } },
        { billable: 'prompt', unit: 'token', usd: '0', when: { minPromptTokens: 20 } },
        { billable: 'completion', unit: 'token', usd: '0.00004' },
      ],
    ],
    [
      'that of an override without a condition (contract §8.5)',
      { prompt: '1', completion: '0', overrides: [{ prompt: '2' }] },
      [{ billable: 'prompt', unit: 'token', usd: '2' }],
    ],
    ['empty when all is free', { prompt: '0', completion: '0' }, []],
    ['empty without a price', { prompt: '-1', completion: '-1' }, []],
  ];
  for (const [what, pricing, expected] of cases) {
    it(`is ${what}`, () => assert.deepEqual(endpointPricing(aModel({ pricing })), expected));
  }

  it('has a maximum of tokens per image where tokens are charged', () => {
    const perToken = aModel({ pricing: { prompt: '0.000005', completion: '0.00002' } });
    assert.equal(imageEndpointOf(perToken)?.maxTokensPerImage, 16_384);
    assert.equal(imageEndpointOf(aModel())?.maxTokensPerImage, undefined);
  });
});
