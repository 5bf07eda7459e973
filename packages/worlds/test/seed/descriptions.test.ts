import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCatalog } from './generated.ts';

describe('descriptions of a generated catalog', () => {
  const texts = [...generateCatalog({ seed: 4, models: 400 })]
    .filter(({ model }) => model.architecture.output_modalities.includes('text'))
    .map(({ model }) => model.description ?? '');

  it('are a sentence or more, and 1,400 characters at most', () => {
    const lengths = texts.map((text) => text.length).toSorted((a, b) => a - b);
    assert.ok((lengths[0] ?? 0) >= 30, `${lengths[0]}`);
    assert.ok((lengths.at(-1) ?? Infinity) <= 1400, `${lengths.at(-1)}`);
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
