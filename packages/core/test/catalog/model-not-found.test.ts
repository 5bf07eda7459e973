import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CatalogIndex } from '../../src/catalog/catalog-index.ts';
import { modelNotFound } from '../../src/catalog/model-not-found.ts';
import { anArchitecture, anEntry } from '../builders.ts';

/* What was probably meant by the name of no model. Source: contract §4.3. */

const entry = (id: string, output: 'image' | 'text') =>
  anEntry({ id, architecture: anArchitecture({ output_modalities: [output] }) });

const catalog = new CatalogIndex({
  revision: '1',
  entries: [
    entry('openai/gpt-image-1-mini', 'image'),
    entry('openai/gpt-image-1', 'image'),
    entry('openai/gpt-5', 'text'),
    entry('acme/paint-1', 'image'),
    entry('other/paint-1', 'image'),
  ],
});

const MEANT: readonly (readonly [string, string | undefined])[] = [
  ['openai/gpt-image-1-min', 'openai/gpt-image-1-mini'],
  ['opnai/gpt-image-1-mini', 'openai/gpt-image-1-mini'],
  ['OpenAI/gpt-image-1', 'openai/gpt-image-1'],
  ['gpt-image-1', 'openai/gpt-image-1'],
  ['gpt-image', undefined],
  ['paint-1', undefined],
  ['openai/gpt-4', undefined],
  ['somebody/else', undefined],
  ['', undefined],
  ['/', undefined],
  ['openai/', undefined],
];

describe('the name of no model', () => {
  for (const [name, meant] of MEANT) {
    it(`${JSON.stringify(name)} is answered with ${meant ?? 'no other name'}`, () => {
      const { message } = modelNotFound(name, catalog, 'image', undefined);
      const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
      assert.equal(message, `Model not found: ${name}${hint}`);
    });
  }

  it('is answered with none that the key may not use', () => {
    const key = { allowedModels: ['openai/gpt-image-1'] };
    const { message } = modelNotFound('openai/gpt-image-1-min', catalog, 'image', key);
    assert.equal(message, 'Model not found: openai/gpt-image-1-min');
    const { message: other } = modelNotFound('openai/gpt-image-2', catalog, 'image', key);
    assert.match(other, /did you mean "openai\/gpt-image-1"\?$/);
  });

  it('is answered with those alone that make what was asked for', () => {
    const { message } = modelNotFound('openai/gpt-6', catalog, 'text', undefined);
    assert.match(message, /did you mean "openai\/gpt-5"\?$/);
  });
});
