import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCatalog } from './generated.ts';

describe('descriptions of a generated catalog', () => {
  const texts = [...generateCatalog({ seed: 4, models: 400 })]
    .filter(({ model }) => model.architecture.tokenizer !== 'Router')
    .map(({ model }) => model.description ?? '');

  it('use 2,000 words or more', () => {
    const words = texts.flatMap((text) => text.toLowerCase().match(/[a-z][a-z'-]+/g) ?? []);
    assert.ok(new Set(words).size >= 2000, `${new Set(words).size}`);
  });

  it('have 40 to 1,200 characters', () => {
    const lengths = texts.map((text) => text.length).toSorted((a, b) => a - b);
    assert.ok((lengths[0] ?? 0) >= 40, `${lengths[0]}`);
    assert.ok((lengths.at(-1) ?? Infinity) <= 1200, `${lengths.at(-1)}`);
    assert.ok((lengths.at(-40) ?? 0) > 500, 'a tenth is long');
  });

  for (const [what, pattern] of [
    ['emphasis', /\*\*\w/],
    ['lists', /\n- /],
    ['links', /\]\(https:\/\/[a-z]+\.example\//],
    ['paragraphs', /\n\n/],
  ] as const) {
    it(`have ${what} in Markdown, some of them`, () => {
      const share = texts.filter((text) => pattern.test(text)).length / texts.length;
      assert.ok(share > 0.1 && share < 0.8, `${share}`);
    });
  }

  it('leave no placeholder open', () => {
    for (const text of texts) assert.ok(!/[{}]/.test(text), text);
  });
});
