import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { azure } from '@model-gateway/providers/azure';
import { bfl } from '@model-gateway/providers/bfl';
import { openai } from '@model-gateway/providers/openai';
import { vertex } from '@model-gateway/providers/vertex';
import { SkippingClock } from '../support/skipping-clock.ts';

const http = () => Promise.reject(new Error('not called for real'));
const OPTIONS = { apiKey: 'hunter2', http, clock: new SkippingClock() };
const MISSPELLED = { ...OPTIONS, apikey: 'x' };

describe('the options of a provider', () => {
  // Each is a mistake that the types would refuse, as a program in JavaScript makes it.
  const mistakes: readonly (readonly [what: string, create: () => unknown, message: string])[] = [
    [
      'a misspelled option',
      () => openai(MISSPELLED),
      'unknown option apikey: did you mean apiKey?',
    ],
    [
      'no key',
      () => openai({ ...OPTIONS, apiKey: undefined as unknown as string }),
      'apiKey must be a key, or a function that returns one',
    ],
    [
      'a key with a line break',
      () => openai({ ...OPTIONS, apiKey: 'hunter2\n' }),
      'apiKey must be visible ASCII characters without spaces',
    ],
    [
      'no client',
      () => openai({ ...OPTIONS, http: undefined as unknown as typeof http }),
      'http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress',
    ],
    [
      'a base URL with a key in it',
      () => openai({ ...OPTIONS, baseUrl: 'https://api.example.com/v1?key=hunter2' }),
      'baseUrl must not have a user name, password, query or fragment',
    ],
    [
      'a limit of zero bytes',
      () => openai({ ...OPTIONS, maxAnswerBytes: 0 }),
      'maxAnswerBytes must be a whole number from 1, got 0',
    ],
    [
      'an unknown model to be like',
      () => openai({ ...OPTIONS, models: { 'acme/x': { like: 'openai/gpt-image-3' } } }),
      'models["acme/x"].like must be a known model, for example openai/gpt-image-2, got openai/gpt-image-3',
    ],
    [
      'an unknown model without an endpoint',
      () => openai({ ...OPTIONS, models: { 'acme/x': { pricing: [] } } }),
      'models["acme/x"] is not a model of this provider: say which it is like, or give its whole endpoint (formats, maxImages, maxReferences, seed, compression, streams, passthrough missing)',
    ],
    [
      'a retired model',
      () => openai({ ...OPTIONS, models: { 'openai/gpt-image-1': {} } }),
      'models: gpt-image-1 was retired on 2026-10-23',
    ],
    [
      'a webhook on an allow-list',
      () =>
        openai({
          ...OPTIONS,
          models: { 'openai/gpt-image-2': { endpoint: { passthrough: new Set(['webhook_url']) } } },
        }),
      'models["openai/gpt-image-2"].endpoint.passthrough must not have webhook_url: the gateway decides it, or it makes the provider call an address',
    ],
    [
      'another region',
      () => bfl({ ...OPTIONS, region: 'cn' as 'eu' }),
      'region must be eu or us, got cn',
    ],
    [
      'a resource that is a URL',
      () => azure({ ...OPTIONS, resource: 'https://acme.openai.azure.com' }),
      'resource must be the name of an Azure resource, such as acme-images',
    ],
    [
      'a project that is a path',
      () => vertex({ ...OPTIONS, project: 'a/../b' }),
      "project must be a project's id, got a/../b",
    ],
  ];
  for (const [what, create, message] of mistakes) {
    it(`refuse ${what} in one sentence, without quoting the key`, () => {
      assert.throws(create, (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.equal(error.message, message);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    });
  }

  it('serve every model that is not retired by default', () => {
    const provider = openai(OPTIONS);
    assert.ok(provider.endpoint('openai/gpt-image-2'));
    assert.equal(provider.endpoint('openai/gpt-image-1'), undefined);
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
    const endpoint = provider.endpoint('acme/house-style');
    assert.deepEqual(endpoint?.pricing, pricing);
    assert.equal(endpoint?.maxReferences, 16);
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
