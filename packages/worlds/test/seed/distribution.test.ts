import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogEntry } from '@model-gateway/core';
import { generateCatalog } from './generated.ts';
import { correlation, shapeOf } from './catalog-shape.ts';

const REFERENCE = Date.UTC(2026, 10, 1) / 1000;

/** Lowest and highest share of text models for which each may hold in a world of 400. */
const BANDS: Readonly<Record<string, readonly [number, number]>> = {
  'reads text only': [0.28, 0.56],
  'reads images': [0.42, 0.7],
  reasons: [0.55, 0.74],
  'must reason': [0.12, 0.3],
  'names efforts': [0.16, 0.34],
  'takes tools': [0.72, 0.9],
  'takes a temperature': [0.75, 0.92],
  'takes a response format': [0.74, 0.92],
  'prices cached input': [0.42, 0.68],
  'prices cache writes': [0.1, 0.26],
  'prices an hour in the cache': [0.03, 0.09],
  'prices web searches': [0.22, 0.36],
  'prices reasoning': [0.03, 0.09],
  'prices long prompts': [0.07, 0.2],
  'is free': [0.03, 0.07],
  'is an alias': [0.02, 0.05],
  'has no price': [0.005, 0.03],
  'is moderated': [0.15, 0.32],
  'has a hub id': [0.36, 0.54],
  'has a cutoff': [0.38, 0.58],
  'has benchmarks': [0.4, 0.6],
  'has an index': [0.24, 0.44],
  'is ranked': [0.24, 0.42],
};

for (const seed of [7, 1, 2, 3]) {
  describe(`a world of 400 from seed ${seed}`, () => {
    const entries = [...generateCatalog({ seed, models: 400 })];
    const texts = entries.filter(({ model }) =>
      model.architecture.output_modalities.includes('text'),
    );
    const shape = shapeOf(
      texts.map(({ model }) => model),
      REFERENCE,
    );

    it('puts out text for four fifths of all models', () => {
      const share = texts.length / entries.length;
      assert.ok(share >= 0.8 && share <= 0.85, `${share}`);
    });

    it('has at least eight models of every other kind', () => {
      for (const kind of [
        'image',
        'embeddings',
        'speech',
        'transcription',
        'rerank',
        'audio',
        'video',
      ] as const) {
        const made = entries.filter(({ model }) =>
          model.architecture.output_modalities.includes(kind),
        );
        assert.ok(made.length >= 8, `${kind}: ${made.length}`);
      }
    });

    for (const [fact, [lowest, highest]] of Object.entries(BANDS)) {
      it(`has a plausible share of models of which it holds: ${fact}`, () => {
        const share = shape.shares[fact] ?? Number.NaN;
        assert.ok(share >= lowest && share <= highest, `${share} is not in ${lowest}–${highest}`);
      });
    }

    it('spreads prices over four orders of magnitude around half a dollar per million', () => {
      assert.ok(Math.abs(shape.logPrice.mean - Math.log(0.5)) < 0.35, `${shape.logPrice.mean}`);
      assert.ok(Math.abs(shape.logPrice.deviation - 1.55) < 0.25, `${shape.logPrice.deviation}`);
    });

    it('is half younger than nine or ten months', () => {
      assert.ok(shape.age.half > 6 && shape.age.half < 10.5, `${shape.age.half}`);
      assert.ok(shape.age.nineTenths > 18 && shape.age.nineTenths < 27, `${shape.age.nineTenths}`);
    });

    it('makes expensive models slower, newer ones more intelligent, and better ones more expensive', () => {
      const priced = texts.filter(({ model }) => Number(model.pricing.prompt) > 0);
      const price = ({ model }: CatalogEntry) => Math.log(Number(model.pricing.prompt));
      const intelligence = ({ model }: CatalogEntry) =>
        model.benchmarks?.external_index?.intelligence_index ?? undefined;
      const latency = ({ signals }: CatalogEntry) => logarithm(signals.latency_p50);
      const throughput = ({ signals }: CatalogEntry) => logarithm(signals.throughput_p50);
      const popularity = ({ signals }: CatalogEntry) => logarithm(signals.weekly_tokens);
      const created = ({ model }: CatalogEntry) => model.created;

      assert.ok(related(priced, price, throughput) < -0.45);
      assert.ok(related(priced, price, latency) > 0.35);
      assert.ok(related(priced, price, popularity) < -0.1);
      assert.ok(related(priced, price, intelligence) > 0.25);
      assert.ok(related(priced, created, intelligence) > 0.55);
    });

    it('gives a tenth of the models most of the traffic', () => {
      const tokens = entries.map(({ signals }) => signals.weekly_tokens ?? 0);
      const sorted = tokens.toSorted((one, other) => other - one);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      assert.ok(sum(sorted.slice(0, 40)) > 0.6 * sum(sorted));
    });

    it('gives nearly every model a rank of its own in a category', () => {
      const ranks = entries.flatMap(({ signals }) => signals.categories?.programming ?? []);
      assert.ok(ranks.length > 80);
      // 140 places drawn out of 400 are 84 % different ones, give or take 2 %.
      assert.ok(new Set(ranks).size > 0.77 * ranks.length);
    });

    it('has models with a discount or limits per request, and many more without', () => {
      const discounted = entries.filter(({ model }) => model.pricing.discount !== undefined);
      const limited = entries.filter(({ model }) => model.per_request_limits !== null);
      assert.ok(discounted.length > 0 && discounted.length < 20);
      assert.ok(limited.length > 0 && limited.length < 20);
    });
  });
}

function logarithm(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.log(value);
}

/** The correlation of two facts over the entries of which both are known. */
function related(
  entries: readonly CatalogEntry[],
  one: (entry: CatalogEntry) => number | undefined,
  other: (entry: CatalogEntry) => number | undefined,
): number {
  const pairs = entries.flatMap((entry) => {
    const [a, b] = [one(entry), other(entry)];
    return a === undefined || b === undefined ? [] : [[a, b] as const];
  });
  return correlation(pairs);
}
