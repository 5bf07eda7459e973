import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faker } from '@faker-js/faker/locale/en';
import { createDraws } from '../../../src/seed/draws/draws.ts';
import { CLOSED_FAMILIES } from '../../../src/seed/families/closed-families.ts';
import { OPEN_FAMILIES } from '../../../src/seed/families/open-families.ts';
import { SMALL_CLOSED_FAMILIES } from '../../../src/seed/families/small-closed-families.ts';
import { idOf, productsOf, type Product } from '../../../src/seed/products/product.ts';
import type { Sheet } from '../../../src/seed/sheets/sheet.ts';
import { sheetOf } from '../../../src/seed/text/sheet-of.ts';

const draws = createDraws(7, faker);
const products = [...CLOSED_FAMILIES, ...SMALL_CLOSED_FAMILIES, ...OPEN_FAMILIES].flatMap(
  productsOf,
);

function listed(all: readonly Product[]): readonly (readonly [Product, Sheet])[] {
  return all.flatMap((product) => {
    const sheet = sheetOf(product, draws);
    return sheet === undefined ? [] : [[product, sheet] as const];
  });
}

function product(id: string): Product {
  const found = products.find((each) => idOf(each) === id);
  assert.ok(found, id);
  return found;
}

describe('the sheet of a model', () => {
  it('is of the time at which its generation was released', () => {
    for (const [each, { age }] of listed(products)) {
      const [, monthsOld] = each.generation;
      assert.ok(Math.abs(age - monthsOld) < 3, `${idOf(each)} ${age} ${monthsOld}`);
    }
  });

  it('is never older than that of an earlier generation of its tier', () => {
    const all = listed(products);
    for (const [later, sheet] of all) {
      const before = all.filter(
        ([{ family, tier, key }]) =>
          family === later.family && tier === later.tier && key[1] < later.key[1],
      );
      for (const [earlier, { age }] of before) assert.ok(age >= sheet.age, idOf(earlier));
    }
  });

  it('is another one for each tier of a generation', () => {
    const sheets = ['dusk', 'dawn', ''].map((tier) =>
      sheetOf(product(`orrery/${['sxt-5.6', tier].filter(Boolean).join('-')}`), draws),
    );
    const outputs = sheets.map((sheet) => sheet?.price[1] ?? 0);
    assert.deepEqual(
      outputs,
      outputs.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(outputs).size, 3);
  });

  it('costs the same in a mode of more effort', () => {
    const [plain, pro] = ['orrery/sxt-5.6', 'orrery/sxt-5.6-pro'].map((id) =>
      sheetOf(product(id), draws),
    );
    assert.deepEqual(pro?.price, plain?.price);
  });

  it('takes "pro" as a larger model where its vendor lists no modes', () => {
    const [flash, pro] = ['deepfjord/fjord-v4-flash', 'deepfjord/fjord-v4-pro'].map((id) =>
      sheetOf(product(id), draws),
    );
    assert.ok((pro?.price[1] ?? 0) > (flash?.price[1] ?? 0));
  });

  it('is missing where its vendor has none of its time', () => {
    assert.equal(sheetOf(product('larch/larch2.5-7b-instruct'), draws), undefined);
  });
});
