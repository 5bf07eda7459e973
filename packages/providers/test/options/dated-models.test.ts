import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { bearer, defineChatProvider, defineImageProvider } from '@model-gateway/providers';
import { gemini } from '@model-gateway/providers/gemini';
import { openai } from '@model-gateway/providers/openai';
import { aPlainEndpoint } from '../../../core/test/images/a-plain-endpoint.ts';

/* Models and prices of a provider that runs past the day on which they change. */

const http = () => Promise.reject(new Error('not called'));
const access = { apiKey: 'k', http };
const MINUTE = 60_000;

/** A clock a minute before a day begins. */
const before = (day: string) => createManualClock(Date.parse(day) - MINUTE);

describe('a language model', () => {
  const ARGON = 'google/gemini-4-argon';
  const OLD = 'google/gemini-2.5-pro';
  const scene = (models?: object) => {
    const clock = before('2026-12-01');
    const provider = gemini({ ...access, clock, ...(models && { models: { ...models } }) });
    const listed = (id: string) => provider.catalog.find(({ model }) => model.id === id)?.model;
    return {
      clock,
      provider,
      listed,
      price: (id: string) => provider.chat?.endpoint(id)?.pricing.prompt,
    };
  };

  it('costs what was announced from midnight on, in its catalog too', () => {
    const { clock, price, listed } = scene();
    assert.deepEqual([price(ARGON), listed(ARGON)?.pricing.prompt], ['0.000002', '0.000002']);
    clock.advance(MINUTE - 1);
    assert.deepEqual([price(ARGON), listed(ARGON)?.pricing.prompt], ['0.000002', '0.000002']);
    clock.advance(1);
    assert.deepEqual([price(ARGON), listed(ARGON)?.pricing.prompt], ['0.000004', '0.000004']);
  });

  it('is gone from midnight on, and named where the configuration names it', () => {
    const { clock, provider, price, listed } = scene({ [OLD]: {}, [ARGON]: {} });
    assert.deepEqual([provider.retired, provider.models.length], [[], 2]);
    clock.advance(MINUTE);
    assert.deepEqual([price(OLD), listed(OLD)], [undefined, undefined]);
    assert.deepEqual(provider.retired, [
      { id: OLD, upstream: 'gemini-2.5-pro', retiredOn: '2026-12-01' },
    ]);
    assert.deepEqual(
      provider.models.map(({ id }) => id),
      [ARGON],
    );
  });

  it('keeps the price that the configuration says', () => {
    const { clock, price } = scene({ [ARGON]: { pricing: { prompt: '1', completion: '1' } } });
    clock.advance(MINUTE);
    assert.equal(price(ARGON), '1');
  });

  it('is the same object until a day changes it, however often it is read', () => {
    const { clock, provider } = scene();
    const read = () => [provider.catalog, provider.models, provider.chat?.endpoint(ARGON)] as const;
    const [catalog, models, endpoint] = read();
    clock.advance(MINUTE - 1);
    assert.ok(read().every((one, position) => one === [catalog, models, endpoint][position]));
    clock.advance(1);
    assert.ok(read().every((one, position) => one !== [catalog, models, endpoint][position]));
  });

  it('follows a clock that is set back', () => {
    const clock = { now: () => Date.parse('2026-12-01'), after: () => () => {} };
    const provider = gemini({ ...access, clock });
    assert.equal(provider.chat?.endpoint(OLD), undefined);
    clock.now = () => Date.parse('2026-11-30');
    assert.ok(provider.chat?.endpoint(OLD));
  });
});

it('a model of images is gone from midnight on', () => {
  const clock = before('2026-10-23');
  const provider = openai({ ...access, clock });
  const model = 'openai/gpt-image-1';
  const listed = () => provider.catalog.some((entry) => entry.model.id === model);
  assert.ok(provider.images.endpoint(model) !== undefined && listed());
  clock.advance(MINUTE);
  assert.ok(provider.images.endpoint(model) === undefined && !listed());
});

const FACTS = { name: 'One', upstream: 'one', source: 'a test', asOf: '2026-11-26' };
const BASE = { slug: 'acme', name: 'Acme', baseUrl: 'https://a.example', authorize: bearer };

it('embeddings cost what was announced from midnight on', () => {
  const pricing = { prompt: '0.1', completion: '0' };
  const row = {
    ...FACTS,
    context: 100,
    inputs: ['text'],
    dimensions: { usual: 2 },
    pricing,
    repriced: { on: '2027-01-01', pricing: { ...pricing, prompt: '0.2' } },
  } as const;
  const clock = before('2027-01-01');
  const provider = defineChatProvider({
    ...BASE,
    vectors: {
      embeddings: {
        models: () => ({ 'acme/one': row }),
        usual: () => ({}),
        run: () => Promise.reject(new Error('not called')),
      },
    },
  })({ ...access, clock });
  const price = () => provider.embeddings?.endpoint('acme/one')?.pricing.prompt;
  assert.equal(price(), '0.1');
  clock.advance(MINUTE);
  assert.equal(price(), '0.2');
});

it('images cost what was announced from midnight on', () => {
  const priced = (usd: string) => [{ billable: 'output_image', unit: 'image', usd }] as const;
  const row = {
    ...FACTS,
    wire: {},
    endpoint: aPlainEndpoint({ pricing: priced('0.1') }),
    repriced: { on: '2027-01-01', pricing: priced('0.2') },
  } as const;
  const clock = before('2027-01-01');
  const provider = defineImageProvider({
    ...BASE,
    models: { 'acme/one': row },
    wire: {},
    async *run() {},
  })({ ...access, clock });
  const prices = () => [
    provider.images.endpoint('acme/one')?.pricing[0]?.usd,
    provider.catalog[0]?.model.pricing['image_output'],
  ];
  assert.deepEqual(prices(), ['0.1', '0.1']);
  clock.advance(MINUTE);
  assert.deepEqual(prices(), ['0.2', '0.2']);
});
