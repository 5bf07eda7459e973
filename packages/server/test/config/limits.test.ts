import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfigDocument } from '../../src/config/config-document.ts';
import { ConfigError } from '../../src/config/config-error.ts';

const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join('');
const TOO_MANY = {
  message: 'x: a configuration has at most 100000 names, values and marks, this has more',
};

/** What a parser without limits takes seconds, or all memory, for. */
const HUGE: readonly (readonly [string, string])[] = [
  ['30,000 names', names(30_000)],
  ['60,000 names', names(60_000)],
  ['60,000 names on a line', `{${names(60_000).replaceAll('\n', ',')}}`],
  ['20,000 merge keys', `a: &a {x: 1}\nb:\n${'  <<: *a\n'.repeat(20_000)}`],
  ['1 MB of quotes', '"'.repeat(1_000_000)],
  ['1 MB of commas', `[${','.repeat(1_000_000)}`],
  ['1 MB of brackets', '['.repeat(1_000_000)],
  ['1 MB of lines', '- a\n'.repeat(250_000)],
];

describe('a configuration of any size', () => {
  for (const [what, text] of HUGE) {
    it(`is refused before it is parsed: ${what}`, () => {
      assert.throws(() => readConfigDocument(text, 'x'), TOO_MANY);
    });
  }

  it('may have ten thousand members, and is told which of them is there a second time', () => {
    const { value } = readConfigDocument(names(10_000), 'x');
    assert.equal(Object.keys(value ?? {}).length, 10_000);
    const again = `${names(10_000)}k17: 2\n`;
    assert.throws(
      () => readConfigDocument(again, 'x'),
      new ConfigError('x', [
        {
          line: 10_001,
          column: 1,
          message: 'k17 is there a second time; write what both hold in one place',
        },
      ]),
    );
  });

  it('may describe a thousand models', () => {
    const line = (i: number) =>
      `acme/quill-${i}: { upstream: quill, endpoint: { formats: [png, jpeg], maxImages: 4 }, pricing: [{ billable: image, unit: image, usd: "0.000003" }] }`;
    const models = Array.from({ length: 1000 }, (_, i) => `      ${line(i)}\n`).join('');
    const text = `providers:\n  - kind: openai-compatible\n    models:\n${models}`;
    assert.ok('value' in readConfigDocument(text, 'x'));
  });

  for (const deep of ['['.repeat(50_000), '- '.repeat(40_000), '{a: '.repeat(20_000)]) {
    it(`is refused in a sentence where it is ${deep.length} characters deep: ${deep.slice(0, 6)}`, () => {
      assert.throws(() => readConfigDocument(deep, 'x'), ConfigError);
    });
  }
});
