import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROVIDERS, type Factory, type Mistake } from '../support/providers.ts';

const KEY = 'hunter2';
const http = () => Promise.reject(new Error('not called for real'));

/** Mistakes in the options that every factory takes. */
const COMMON: readonly Mistake[] = [
  ['apiKey', ['k'], 'apiKey must be a key, or a function that returns one, got a list'],
  ['apiKey', `${KEY}\n`, 'apiKey must be visible ASCII characters without spaces'],
  [
    'http',
    {},
    'http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress, and not fetch, got an object',
  ],
  [
    'http',
    fetch,
    'http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress, and not fetch, got a function',
  ],
  [
    'http',
    undefined,
    'http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress, and not fetch, got nothing',
  ],
  ['baseUrl', 'api.example.com/v1', 'baseUrl must be a URL such as https://api.example.com/v1'],
  ['baseUrl', 7, 'baseUrl must be a URL such as https://api.example.com/v1'],
  ['baseUrl', 'ftp://example.com', 'baseUrl must start with https:// or http://, got ftp:'],
  [
    'baseUrl',
    `https://example.com/v1?key=${KEY}`,
    'baseUrl must not have a user name, password, query or fragment',
  ],
  ['slug', 'Acme', 'slug must be lower-case letters, digits and dashes, got "Acme"'],
  ['slug', 7, 'slug must be lower-case letters, digits and dashes, got 7'],
  ['name', 7, 'name must be a text, for display, got 7'],
  ['name', '', 'name must be a text, for display, got ""'],
  ['maxAnswerBytes', 0, 'maxAnswerBytes must be a whole number from 1, got 0'],
  ['maxAnswerBytes', '1MB', 'maxAnswerBytes must be a whole number from 1, got "1MB"'],
  ['clock', () => 0, 'clock must be a Clock, such as systemClock, got a function'],
  ['random', 0.5, 'random must be a function that returns 0 to 1, got 0.5'],
  ['models', ['x/y'], 'models must be an object by model id, got ["x/y"]'],
  ['models', 'all', 'models must be an object by model id, got "all"'],
];

/** Mistakes in an entry of `models`. */
const ENTRY: readonly Mistake[] = [
  ['upstream', 7, 'upstream must be a text, got 7'],
  ['name', '', 'name must be a text, got ""'],
  ['like', ['x'], 'like must be a text, got ["x"]'],
  ['endpoint', 'png', 'endpoint must be an object, got "png"'],
  ['pricing', { usd: '1' }, 'pricing must be a list of prices, got an object'],
  ['wire', 'json', 'wire must be an object, got "json"'],
];

/** Mistakes in an entry of a language model. */
const LANGUAGE_ENTRY: readonly Mistake[] = [
  ['upstream', 7, 'upstream must be a text, got 7'],
  ['context', 0, 'context must be a whole number from 1, got 0'],
  ['maxOutput', '1', 'maxOutput must be a whole number from 1, got "1"'],
  [
    'pricing',
    [{ usd: '1' }],
    'pricing must be an object of prices, USD per token as decimal texts, with prompt and completion, got a list',
  ],
  ['betas', 'x', 'betas must be a list of texts, got "x"'],
];

/** Mistakes in an endpoint. */
const ENDPOINT: readonly Mistake[] = [
  ['aspectRatios', '16:9', 'aspectRatios must be a list of ratios such as 16:9, got "16:9"'],
  ['aspectRatios', ['16x9'], 'aspectRatios must be a list of ratios such as 16:9, got ["16x9"]'],
  ['tiers', ['8K'], 'tiers must be a list of 512, 1K, 2K and 4K, got ["8K"]'],
  ['pixels', '1024x1024', 'pixels must be an object, got "1024x1024"'],
  ['pixels', { min: 64 }, 'pixels.max must be a whole number from 1, got nothing'],
  ['pixels', { min: '64', max: 128 }, 'pixels.min must be a whole number from 1, got "64"'],
  [
    'pixels',
    { sizes: ['big'] },
    'pixels.sizes must be a list of sizes such as 1536x1024, got ["big"]',
  ],
  ['pixelsByArea', 1, 'pixelsByArea must be true or false, got 1'],
  ['formats', [], 'formats must be a list of png, jpeg, webp and svg, got []'],
  ['formats', ['gif'], 'formats must be a list of png, jpeg, webp and svg, got ["gif"]'],
  ['qualities', 'high', 'qualities must be a list, each a text, got "high"'],
  ['backgrounds', [1], 'backgrounds must be a list, each a text, got [1]'],
  ['maxImages', 0, 'maxImages must be a whole number from 1, got 0'],
  ['maxReferences', -1, 'maxReferences must be a whole number from 0, got -1'],
  ['minReferences', '1', 'minReferences must be a whole number from 0, got "1"'],
  ['maxReferenceBytes', 1.5, 'maxReferenceBytes must be a whole number from 1, got 1.5'],
  ['seed', 'yes', 'seed must be true or false, got "yes"'],
  ['compression', null, 'compression must be true or false, got null'],
  ['streams', 'no', 'streams must be true or false, got "no"'],
  [
    'passthrough',
    ['style'],
    `passthrough must be a Set of parameter names, such as new Set(['style']), got ["style"]`,
  ],
  [
    'passthrough',
    new Set(['webhook_url']),
    'passthrough must not have webhook_url: the gateway decides it, or it makes the provider call an address',
  ],
  ['maxTokensPerImage', 0, 'maxTokensPerImage must be a whole number from 1, got 0'],
  ['throughput', 'fast', 'throughput must be a number from 0, got "fast"'],
  ['latency', -1, 'latency must be a number from 0, got -1'],
];

const PRICE = { billable: 'output_image', unit: 'image', usd: '0.04' };

/** Mistakes in a line of a price list. */
const PRICES: readonly Mistake[] = [
  ['', 0.04, '[0] must be an object, got 0.04'],
  [
    'billable',
    'image',
    '[0].billable must be output_image, input_image, prompt, prompt_image, completion or completion_text, got "image"',
  ],
  ['unit', 'pixel', '[0].unit must be image, megapixel, extra_megapixel or token, got "pixel"'],
  [
    'unit',
    'token',
    '[0].unit must be image, megapixel or extra_megapixel for output_image, got "token"',
  ],
  ['usd', 0.04, '[0].usd must be USD as a decimal text such as "0.04", got 0.04'],
  ['usd', '-1', '[0].usd must be USD as a decimal text such as "0.04", got "-1"'],
  ['usd', undefined, '[0].usd must be USD as a decimal text such as "0.04", got nothing'],
  ['when', '2K', '[0].when must be an object, got "2K"'],
  ['when', { tier: '2k' }, '[0].when.tier must be 512, 1K, 2K or 4K, got "2k"; did you mean "2K"?'],
  ['when', { maxPixels: '1' }, '[0].when.maxPixels must be a whole number from 1, got "1"'],
];

for (const [name, factory] of Object.entries(PROVIDERS)) {
  const { needs = {}, env, model, languageModel, own = [], wire = [] } = factory;
  const right = { apiKey: KEY, http, ...needs };
  /** Options with one model, whose entry is `entry` over one that is right. */
  const withEntry = (entry: object) => {
    const known = model ?? languageModel;
    if (known !== undefined) return { ...right, models: { [known]: entry } };
    const { models } = needs as { readonly models: Readonly<Record<string, object>> };
    const usual = models['acme/painter'] ?? {};
    return { ...right, models: { 'acme/painter': { ...usual, ...entry } } };
  };
  const id = model ?? languageModel ?? 'acme/painter';

  describe(`a mistake in the options of ${name} is one sentence`, () => {
    it('accepts correct options', () => {
      assert.ok(factory.create(right as never).catalog.length > 0);
    });

    refuses(factory, 'no key', { ...right, apiKey: '' }, [
      `apiKey is missing: pass a key, customarily process.env.${env}, or a function that returns one`,
      'apiKey is missing: pass a key, or a function that returns one; any text for a server that takes none',
    ]);
    refuses(factory, 'no options', undefined, [
      'the options must be an object with apiKey and http, got nothing',
    ]);
    refuses(factory, 'a misspelt option', { ...right, apikey: KEY }, [
      `${name} has no option "apikey"; did you mean "apiKey"?`,
      'this provider has no option "apikey"; did you mean "apiKey"?',
    ]);
    for (const [option, value, message] of [...COMMON, ...own]) {
      refuses(factory, `${option}: ${said(value)}`, { ...right, [option]: value }, [message]);
    }

    const place = `models["${id}"]`;
    if (languageModel !== undefined) {
      for (const [member, value, message] of LANGUAGE_ENTRY) {
        refuses(factory, `${member} of a model: ${said(value)}`, withEntry({ [member]: value }), [
          `${place}.${message}`,
        ]);
      }
      refuses(factory, 'a misspelt member of a model', withEntry({ prising: {} }), [
        `unknown member of ${place} prising: did you mean pricing?`,
      ]);
      refuses(factory, 'an unknown model', { ...right, models: { 'acme/none': {} } }, [
        'models["acme/none"].context is missing: it is not a known model, so say its context and pricing',
      ]);
      return;
    }
    refuses(factory, 'no models', { ...right, models: {} }, [
      'models is missing: this provider has no list of its own, so name each with its endpoint',
      'models is empty: leave it out to serve all models, or name some',
    ]);
    refuses(factory, 'true for a model', { ...right, models: { [id]: true } }, [
      `${place} must be an object, {} for an entry of the table, got true`,
    ]);
    refuses(factory, 'a misspelt member of a model', withEntry({ prices: [] }), [
      `unknown member of ${place} prices: did you mean pricing?`,
      `unknown member of ${place} prices: there are like, upstream, name, endpoint, pricing, wire`,
    ]);
    refuses(factory, 'an unknown model', { ...right, models: { [`${id}x`]: {} } }, [
      `models["${id}x"] is not a model of this provider (did you mean ${id}?): say which it is like, or give its whole endpoint (formats, maxImages, maxReferences, seed, compression, streams, passthrough, pricing missing)`,
      `models["${id}x"] is not a model of this provider (did you mean ${id}?): say which it is like, or give the context and pricing of a language model; one of images needs its whole endpoint (formats, maxImages, maxReferences, seed, compression, streams, passthrough, pricing missing)`,
      `models["${id}x"] needs its whole endpoint (formats, maxImages, maxReferences, seed, compression, streams, passthrough, pricing missing)`,
    ]);
    refuses(factory, 'an unknown model to be like', withEntry({ like: `${id}x` }), [
      `${place}.like must be a known model, for example ${id}, got ${id}x`,
      `${place}.like cannot be used: this provider has no models of its own`,
    ]);
    for (const [member, value, message] of ENTRY) {
      refuses(factory, `${member} of a model: ${said(value)}`, withEntry({ [member]: value }), [
        `${place}.${message}`,
      ]);
    }

    const withEndpoint = (members: object) => {
      const { models } = withEntry({});
      const entry = (models as Readonly<Record<string, { readonly endpoint?: object }>>)[id];
      return withEntry({ endpoint: { ...entry?.endpoint, ...members } });
    };
    refuses(factory, 'a misspelt member of an endpoint', withEndpoint({ maxImage: 1 }), [
      `unknown member of ${place}.endpoint maxImage: did you mean maxImages?`,
    ]);
    for (const [member, value, message] of ENDPOINT) {
      refuses(
        factory,
        `${member} of an endpoint: ${said(value)}`,
        withEndpoint({ [member]: value }),
        [`${place}.endpoint.${message}`],
      );
    }

    for (const [member, value, message] of PRICES) {
      const pricing = [member === '' ? value : { ...PRICE, [member]: value }];
      refuses(factory, `${member} of a price: ${said(value)}`, withEntry({ pricing }), [
        `${place}.pricing${message}`,
      ]);
    }

    for (const [member, value, message] of wire) {
      refuses(
        factory,
        `${member} of the wire: ${said(value)}`,
        withEntry({ wire: { [member]: value } }),
        [`${place}.wire.${message}`],
      );
    }
  });
}

/** Expects one of the messages, from a `TypeError` that does not quote the key. */
function refuses(
  { create }: Factory,
  what: string,
  options: unknown,
  messages: readonly string[],
): void {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => create(options as never),
      (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.ok(messages.includes(error.message), error.message);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  });
}

function said(value: unknown): string {
  if (value instanceof Set) return `a Set of ${[...value].join(', ')}`;
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? 'undefined');
}
