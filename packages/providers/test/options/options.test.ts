import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { azure } from '@model-gateway/providers/azure';
import { bfl } from '@model-gateway/providers/bfl';
import { openai } from '@model-gateway/providers/openai';
import { xai } from '@model-gateway/providers/xai';
import { SkippingClock } from '../support/skipping-clock.ts';

const http = () => Promise.reject(new Error('not called for real'));
const OPTIONS = { apiKey: 'hunter2', http, clock: new SkippingClock() };

describe('the options of a provider', () => {
  it('leave out a retired model, and say so', () => {
    const models = { 'openai/gpt-image-1': {}, 'openai/gpt-image-2': {} };
    const provider = openai({ ...OPTIONS, models });
    assert.deepEqual(
      provider.catalog.map(({ model }) => model.id),
      ['openai/gpt-image-2'],
    );
    assert.deepEqual(provider.retired, [
      { id: 'openai/gpt-image-1', upstream: 'gpt-image-1', retiredOn: '2026-10-23' },
    ]);
    assert.deepEqual(openai(OPTIONS).retired, []);
  });

  it('serve a model until the day on which it is retired, which is announced', () => {
    const models = { 'openai/gpt-image-1': {} };
    const at = (time: string) =>
      openai({ ...OPTIONS, models, clock: createManualClock(Date.parse(time)) });
    const before = at('2026-10-22T23:59:59Z');
    assert.deepEqual([before.models[0]?.retiresOn, before.retired], ['2026-10-23', []]);
    assert.equal(at('2026-10-23T00:00:00Z').retired.length, 1);
  });

  it('refuse an option of another provider, with those that there are', () => {
    const options = { ...OPTIONS, region: 'eu' };
    assert.throws(() => openai(options), {
      message:
        'openai has no option "region"; its options are apiKey, http, models, baseUrl, slug, name, maxAnswerBytes, clock, random',
    });
  });

  it('serve every model that is not retired by default', () => {
    const provider = openai(OPTIONS);
    assert.ok(provider.images.endpoint('openai/gpt-image-2'));
    assert.equal(provider.images.endpoint('openai/gpt-image-1'), undefined);
    assert.ok(provider.catalog.length >= 8);
  });

  it('serve only the models that are named', () => {
    const provider = openai({ ...OPTIONS, models: { 'openai/gpt-image-2': {} } });
    assert.deepEqual(
      provider.catalog.map(({ model }) => model.id),
      ['openai/gpt-image-2'],
    );
  });

  it('let a model inherit, and replace its whole price list', () => {
    const pricing = [{ billable: 'output_image', unit: 'image', usd: '0.05' }] as const;
    const entry = { like: 'openai/gpt-image-2', upstream: 'ft:acme', pricing };
    const provider = openai({ ...OPTIONS, models: { 'acme/house-style': entry } });
    const endpoint = provider.images.endpoint('acme/house-style');
    assert.deepEqual(endpoint?.pricing, pricing);
    assert.equal(endpoint?.maxReferences, 16);
  });

  it('say of which model the price is uncertain, until the configuration sets it', () => {
    const id = 'x-ai/grok-imagine-image-quality';
    const uncertainOf = (entry: object) =>
      xai({ ...OPTIONS, models: { [id]: entry } }).models.map((model) => model.uncertainPrice);
    const pricing = [{ billable: 'output_image', unit: 'image', usd: '0.05' }];
    assert.deepEqual(uncertainOf({}), ['inferred for 2K']);
    assert.deepEqual(uncertainOf({ pricing }), [undefined]);
    assert.deepEqual(uncertainOf({ endpoint: { pricing } }), [undefined]);
  });

  it('say where the prices of a model are from', () => {
    const [listed] = openai({ ...OPTIONS, models: { 'openai/gpt-image-2': {} } }).models;
    assert.deepEqual(listed, {
      id: 'openai/gpt-image-2',
      upstream: 'gpt-image-2',
      source: 'developers.openai.com, model and deprecation pages',
      asOf: '2026-11-20',
    });
  });

  for (const name of [
    'model',
    'prompt',
    'n',
    'stream',
    'response_format',
    'sync_mode',
    'Webhook',
    'callback',
    'image_url',
    'image_urls',
    'version',
  ]) {
    it(`never allow ${name} to be passed through`, () => {
      const models = { 'openai/gpt-image-2': { endpoint: { passthrough: new Set([name]) } } };
      assert.throws(() => openai({ ...OPTIONS, models }), /passthrough must not have/);
    });
  }
});

describe('the address that a provider calls', () => {
  for (const [what, provider, url] of [
    ['is its own by default', openai(OPTIONS), 'https://api.openai.com/v1'],
    [
      'follows from its own options',
      azure({ ...OPTIONS, resource: 'acme' }),
      'https://acme.openai.azure.com/openai/v1',
    ],
    [
      'is the one that it was given',
      bfl({ ...OPTIONS, baseUrl: 'https://bfl.example/v1' }),
      'https://bfl.example/v1',
    ],
  ] as const) {
    it(what, () => {
      assert.equal(provider.baseUrl, url);
    });
  }
});
