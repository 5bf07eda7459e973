import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faker } from '@faker-js/faker/locale/en';
import { generateCatalog, createEntrySource } from './generated.ts';

describe('generateCatalog', () => {
  it('gives the same catalog for the same seed', () => {
    assert.deepEqual(
      [...generateCatalog({ seed: 3, models: 150 })],
      [...generateCatalog({ seed: 3, models: 150 })],
    );
  });

  it('gives another catalog for another seed', () => {
    const ids = (seed: number) =>
      [...generateCatalog({ seed, models: 150 })].map(({ model }) => model.id);
    assert.notDeepEqual(ids(3), ids(4));
  });

  it('gives an entry that does not depend on how many are made', () => {
    const ten = [...generateCatalog({ seed: 3, models: 10 })];
    const many = [...generateCatalog({ seed: 3, models: 3000 })];
    assert.deepEqual(many.slice(0, 10), ten);
  });

  it('gives an entry that does not depend on the order of asking', () => {
    const inOrder = [...generateCatalog({ seed: 3, models: 2500 })];
    const { entryAt } = createEntrySource(3);
    for (const index of [2499, 0, 99, 19, 11, 51, 2019, 1300, 99, 7]) {
      assert.deepEqual(entryAt(index), inOrder[index], `index ${index}`);
    }
  });

  it('gives objects that the caller may change', () => {
    const { entryAt } = createEntrySource(3);
    const indices = Array.from({ length: 400 }, (_, index) => index);
    const before = JSON.stringify(indices.map(entryAt));
    for (const index of indices) spoil(entryAt(index));
    assert.equal(JSON.stringify(indices.map(entryAt)), before);
  });

  it('does not change the shared faker', () => {
    faker.seed(5);
    const expected = faker.number.int();
    faker.seed(5);
    for (const _ of generateCatalog({ seed: 3, models: 50 }));
    assert.equal(faker.number.int(), expected);
  });

  it('makes entries one at a time', () => {
    const entries = generateCatalog({ seed: 3, models: 1_000_000_000 });
    assert.equal(entries.next().value?.model.id, 'acme/quill-1');
  });

  it('begins every catalog with the models that documentation relies on', () => {
    for (const seed of [0, 7, 4_294_967_295]) {
      const ids = [...generateCatalog({ seed, models: 2 })].map(({ model }) => model.id);
      assert.deepEqual(ids, ['acme/quill-1', 'acme/paint-1']);
    }
  });

  it('makes no entries when 0 are requested', () => {
    assert.deepEqual([...generateCatalog({ seed: 3, models: 0 })], []);
  });

  for (const seed of [-1, 1.5, Number.NaN, 2 ** 32]) {
    it(`refuses seed ${seed} and says what is allowed`, () => {
      assert.throws(() => [...generateCatalog({ seed, models: 1 })], {
        name: 'RangeError',
        message: `seed must be a whole number from 0 to 4294967295, got ${seed}`,
      });
    });
  }

  for (const models of [-1, 2.5, Number.NaN]) {
    it(`refuses ${models} models and says what is allowed`, () => {
      assert.throws(() => [...generateCatalog({ seed: 1, models })], {
        name: 'RangeError',
        message: `models must be a whole number, 0 or more, got ${models}`,
      });
    });
  }
});

/** Empties everything that can be reached, deepest first. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    spoil(member);
    Reflect.deleteProperty(value, key);
  }
}
