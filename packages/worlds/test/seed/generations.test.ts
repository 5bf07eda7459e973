import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { CLOSED_FAMILIES } from '../../src/seed/families/closed-families.ts';
import type { Focus } from '../../src/seed/families/family.ts';
import { INDEPENDENT_FAMILIES } from '../../src/seed/families/independent-families.ts';
import { OPEN_FAMILIES } from '../../src/seed/families/open-families.ts';
import { SMALL_CLOSED_FAMILIES } from '../../src/seed/families/small-closed-families.ts';
import { idOf, productsOf, type Product } from '../../src/seed/products/product.ts';
import { generateCatalog } from './generated.ts';

/* What readers compared: the models of one family, release by release. */

const DAY = 86_400;
const REFERENCE = Date.UTC(2026, 10, 1) / 1000;
const FAMILIES = [
  ...CLOSED_FAMILIES,
  ...SMALL_CLOSED_FAMILIES,
  ...OPEN_FAMILIES,
  ...INDEPENDENT_FAMILIES,
];
const NEVER_MEASURED: readonly Focus[] = ['guard', 'roleplay', 'search', 'voice', 'drawing'];

interface Listed {
  readonly product: Product;
  readonly model: Model;
}

for (const seed of [7, 1, 3]) {
  describe(`the generations of a world of 400 from seed ${seed}`, () => {
    const byId = new Map(
      [...generateCatalog({ seed, models: 400 })].map(({ model }) => [model.id, model]),
    );
    const families = FAMILIES.map((family, position) =>
      productsOf(family, position).flatMap((product): readonly Listed[] => {
        const model = byId.get(idOf(product));
        return model === undefined ? [] : [{ product, model }];
      }),
    );

    it('share a knowledge cutoff, which never moves back', () => {
      for (const listed of families) {
        const known = listed.filter(({ model }) => model.knowledge_cutoff != null);
        for (const one of known) {
          for (const other of known) {
            const cutoffs = [one, other].map(({ model }) => model.knowledge_cutoff ?? '');
            const [first = '', second = ''] = cutoffs;
            const between = other.product.key[1] - one.product.key[1];
            if (between === 0) assert.equal(first, second, other.model.id);
            if (between > 0) assert.ok(first <= second, `${one.model.id} ${other.model.id}`);
          }
        }
      }
    });

    it('are measured from the largest model down', () => {
      for (const listed of families.filter(([first]) => first?.product.family.house === 'open')) {
        const measurable = listed.filter(
          ({ product: { tier } }) => !NEVER_MEASURED.includes(tier.focus),
        );
        for (const smaller of measurable.filter(({ model }) => model.benchmarks !== undefined)) {
          const larger = measurable.filter(
            ({ product }) =>
              product.key[1] === smaller.product.key[1] &&
              product.tier.size > smaller.product.tier.size,
          );
          for (const { model } of larger) assert.ok(model.benchmarks, model.id);
        }
      }
    });

    it('are all named by their day or none, in the half year in which vendors began to', () => {
      for (const listed of families) {
        const recent = listed.filter(
          ({ product, model }) =>
            product.tier.stamp === undefined && REFERENCE - model.created < 200 * DAY,
        );
        const dated = new Set(recent.map(({ model }) => /-\d{8}$/.test(model.canonical_slug)));
        assert.ok(dated.size < 2, recent[0]?.model.id);
      }
    });
  });
}
