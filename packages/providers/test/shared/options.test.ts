import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { azure } from '@model-gateway/providers/azure';
import { bfl } from '@model-gateway/providers/bfl';
import { openai } from '@model-gateway/providers/openai';
import { recraft } from '@model-gateway/providers/recraft';
import { vertex } from '@model-gateway/providers/vertex';
import { SkippingClock } from '../support/skipping-clock.ts';

const http = () => Promise.reject(new Error('not called for real'));
const OPTIONS = { apiKey: 'hunter2', http, clock: new SkippingClock() };
/** A value that the types would refuse, as a program in JavaScript passes it. */
const wrong = (value: unknown) => value as never;
const MISSPELLED = { ...OPTIONS, apikey: 'x' };

describe('the options of a provider', () => {
  const mistakes: readonly (readonly [what: string, create: () => unknown, message: string])[] = [
    [
      'a misspelled option',
      () => openai(MISSPELLED),
      'unknown option apikey: did you mean apiKey?',
    ],
    [
      'no key',
      () => openai({ ...OPTIONS, apiKey: wrong(undefined) }),
      'apiKey is missing: pass a key, customarily process.env.OPENAI_API_KEY, or a function that returns one',
    ],
    [
      'an empty key',
      () => recraft({ ...OPTIONS, apiKey: '' }),
      'apiKey is missing: pass a key, customarily process.env.RECRAFT_API_TOKEN, or a function that returns one',
    ],
    [
      'no key where there is no customary variable',
      () => vertex({ ...OPTIONS, apiKey: '' }),
      'apiKey is missing: pass a key, or a function that returns one',
    ],
    [
      'a key of another type',
      () => openai({ ...OPTIONS, apiKey: wrong(['hunter2']) }),
      'apiKey must be a key, or a function that returns one, got a list',
    ],
    [
      'no options',
      () => bfl(wrong(undefined)),
      'the options must be an object with apiKey and http, got undefined',
    ],
    [
      'an option of another provider',
      () => openai(wrong({ ...OPTIONS, region: 'eu' })),
      'unknown option region: there are apiKey, http, models, baseUrl, slug, name, maxAnswerBytes, clock, random',
    ],
    [
      'a slug that is not text',
      () => openai({ ...OPTIONS, slug: wrong(7) }),
      'slug must consist of lower-case letters, digits and dashes, got 7',
    ],
    [
      'a name that is not text',
      () => openai({ ...OPTIONS, name: wrong(7) }),
      'name must be text, for display, got number',
    ],
    [
      'a clock that is not one',
      () => openai({ ...OPTIONS, clock: wrong(() => 0) }),
      'clock must be a Clock, such as systemClock, got function',
    ],
    [
      'random as a number',
      () => openai({ ...OPTIONS, random: wrong(0.5) }),
      'random must be a function from 0 to 1, got number',
    ],
    [
      'a base URL without a scheme',
      () => openai({ ...OPTIONS, baseUrl: 'api.example.com/v1' }),
      'baseUrl must be a URL such as https://api.example.com/v1',
    ],
    [
      'a list of models',
      () => openai({ ...OPTIONS, models: wrong(['openai/gpt-image-2']) }),
      'models must be an object by model id, got a list',
    ],
    [
      'a model that is true',
      () => openai({ ...OPTIONS, models: { 'openai/gpt-image-2': wrong(true) } }),
      'models["openai/gpt-image-2"] must be an object, {} for an entry of the table, got boolean',
    ],
    [
      'a misspelled member of a model',
      () => openai({ ...OPTIONS, models: { 'openai/gpt-image-2': wrong({ price: [] }) } }),
      'unknown member of models["openai/gpt-image-2"] price: there are like, upstream, name, endpoint, pricing, wire',
    ],
    [
      'a misspelled model',
      () => openai({ ...OPTIONS, models: { 'openai/gpt-imag-2': {} } }),
      'models["openai/gpt-imag-2"] is not a model of this provider (did you mean openai/gpt-image-2?): say which it is like, or give its whole endpoint (formats, maxImages, maxReferences, seed, compression, streams, passthrough, pricing missing)',
    ],
    [
      'a location that is a path',
      () => vertex({ ...OPTIONS, location: '../x' }),
      'location must be a region such as europe-west4, got ../x',
    ],
    [
      'a key with a line break',
      () => openai({ ...OPTIONS, apiKey: 'hunter2\n' }),
      'apiKey must be visible ASCII characters without spaces',
    ],
    [
      'no client',
      () => openai({ ...OPTIONS, http: wrong(undefined) }),
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
