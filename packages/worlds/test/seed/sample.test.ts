import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { faker } from '@faker-js/faker/locale/en';
import type { Model } from '@model-gateway/core';
import { wholeCatalogFile } from '../../../core/test/catalog/observed-catalog.ts';
import { createDraws } from '../../src/seed/draws/draws.ts';
import { inventedWord } from '../../src/seed/sample/invented-word.ts';
import { pricingOf } from '../../src/seed/sample/prices.ts';
import { productOf } from '../../src/seed/sample/product.ts';
import { PROTOTYPES, type Prototype } from '../../src/seed/sample/prototype.ts';
import { COMMON } from '../observed/name-template.ts';
import { modelsIn } from '../observed/observed-facts.ts';
import { sampleOf } from '../observed/sample.ts';
import { generateCatalog } from './generated.ts';

const FILE = new URL('../../src/seed/data/prototypes.json', import.meta.url);
const catalog = wholeCatalogFile();

const world = [...generateCatalog({ seed: 42, models: 2000 })]
  .map(({ model }) => model)
  .filter(({ id }) => !/^~|^gateway\/|:free$/.test(id));

describe('the prototypes', () => {
  it('are at most 150 kB', () => assert.ok(statSync(FILE).size < 150_000));

  it('name no vendor, family or model: what is left of a name are words that any vendor may use', () => {
    for (const { id, name, slug = '' } of PROTOTYPES.models) {
      const words = [id, name, slug].flatMap(
        (template) =>
          template
            .replaceAll(/\{.*?\}/g, ' ')
            .toLowerCase()
            .match(/[a-z]{2,}/g) ?? [],
      );
      assert.deepEqual(
        words.filter((word) => !COMMON.has(word)),
        [],
        id,
      );
    }
  });

  it('keep the words of three families, which documentation relies on', () => {
    const kept = PROTOTYPES.families.flatMap(({ words }) =>
      words.filter((word) => typeof word === 'string'),
    );
    assert.deepEqual(kept.toSorted(), ['chime', 'paint', 'quill']);
  });

  it('are those of the catalog that they were taken from', { skip: catalog === undefined }, () => {
    const made = sampleOf(modelsIn(catalog ?? ''));
    assert.deepEqual(JSON.parse(readFileSync(FILE, 'utf8')), JSON.parse(JSON.stringify(made)));
  });
});

describe('a sampled model', () => {
  const draws = createDraws(3, faker);
  const priced = PROTOTYPES.models.flatMap((prototype, position) =>
    isPriced(prototype) ? [{ prototype, product: productOf(position, 1, draws) }] : [],
  );

  it('has no price of its prototype', () => {
    for (const { prototype, product } of priced) {
      const prompt = Number(pricingOf(prototype, product.line).prompt) * 1e6;
      assert.notEqual(prompt.toPrecision(6), prototype.price.prompt?.toPrecision(6), product.id);
    }
  });

  it('has prices in the ratios of its prototype', () => {
    const ratios = priced.map(({ prototype, product }) => {
      const { prompt, completion } = pricingOf(prototype, product.line);
      const usual = (prototype.price.completion ?? 0) / (prototype.price.prompt ?? 1);
      return Number(completion) / Number(prompt) / usual;
    });
    assert.ok(ratios.every((ratio) => ratio > 0.7 && ratio < 1.4));
    const exact = ratios.filter((ratio) => Math.abs(ratio - 1) < 0.02);
    assert.ok(exact.length > 0.7 * ratios.length, `${exact.length} of ${ratios.length}`);
  });

  it('costs more or less by the factor that its whole family does', () => {
    const factors = new Map<number, number>();
    for (const { prototype, product } of priced) {
      const known = factors.get(prototype.family) ?? product.line.factor;
      factors.set(prototype.family, product.line.factor);
      assert.equal(product.line.factor, known, product.id);
    }
  });

  it('is as far from its siblings in time as its prototype, to three days', () => {
    const products = PROTOTYPES.models.map((_, position) => productOf(position, 0, draws));
    for (const [position, { created, prototype, line }] of products.entries()) {
      const { created: other, prototype: before } = products[position - 1] ?? products[0]!;
      if (before.family !== prototype.family) continue;
      const minutes = (other - created) / 60 - (prototype.minutes - before.minutes);
      assert.ok(Math.abs(minutes) < 3 * 1440, `${line.words.join()} ${minutes}`);
    }
  });
});

describe('a sampled world of 2,000', () => {
  it('has hardly two models with the same numbers, as real tiers have that come on one day', () => {
    const numbers = world.map((model) =>
      JSON.stringify([model.created, model.pricing, model.benchmarks?.design_ranking]),
    );
    const twins = numbers.length - new Set(numbers).size;
    assert.ok(twins < 0.02 * numbers.length, `${twins} of ${numbers.length}`);
  });

  it('has few models that agree in prices, limits, parameters and recommended values', () => {
    const records = world.map((model) =>
      JSON.stringify([
        model.pricing,
        model.top_provider,
        model.supported_parameters,
        model.default_parameters,
      ]),
    );
    const twins = records.length - new Set(records).size;
    assert.ok(twins < 0.15 * records.length, `${twins} of ${records.length}`);
  });
});

describe('a sampled world and the catalog', { skip: catalog === undefined }, () => {
  const real = catalog === undefined ? [] : modelsIn(catalog);

  it('share no moment of a listing by hour, and no results in contests', () => {
    const known = (valueOf: (model: Model) => string | undefined) => new Set(real.map(valueOf));
    const moments = known(({ created }) => (created % 86_400 === 0 ? undefined : String(created)));
    const results = known(resultsOf);
    for (const model of world) {
      assert.ok(!moments.has(String(model.created)), model.id);
      const own = resultsOf(model);
      if (own !== undefined) assert.ok(!results.has(own), model.id);
    }
  });

  it('share hardly any prices as a whole', () => {
    const prices = new Set(real.map(({ pricing }) => JSON.stringify(pricing)));
    const same = world.filter(({ pricing }) => prices.has(JSON.stringify(pricing)));
    assert.ok(same.length < 0.15 * world.length, `${same.length} of ${world.length}`);
  });
});

describe('invented words', () => {
  it('are different for different numbers, whatever their lengths', () => {
    for (const seed of [0, 12_345]) {
      const words = Array.from({ length: 20_000 }, (_, number) =>
        inventedWord(1 + (number % 9), number, seed),
      );
      assert.equal(new Set(words).size, words.length);
    }
  });

  it('are as long as asked for while there are enough', () => {
    for (const length of [3, 5, 9]) assert.equal(inventedWord(length, 300, 4).length, length);
    assert.equal(inventedWord(1, 300, 4).length, 3);
  });
});

function isPriced({ price: { prompt = 0 }, outputs }: Prototype): boolean {
  return prompt > 0 && outputs === undefined;
}

/** ELOs of a model with four results or more. */
function resultsOf({ benchmarks }: Model): string | undefined {
  const elos = benchmarks?.design_ranking.map(({ category, elo }) => [category, elo]) ?? [];
  return elos.length < 4 ? undefined : JSON.stringify(elos);
}
