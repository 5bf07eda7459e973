import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quote, shorten } from '../../src/input/quote.ts';

describe('a text that is cut for a message', () => {
  const cases: readonly [text: string, longest: number, cut: string][] = [
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab🐼d', 4, 'ab🐼…'],
    ['ab🐼d', 3, 'ab…'],
    ['', 3, ''],
  ];
  for (const [text, longest, cut] of cases) {
    it(`to ${longest} of "${text}" is "${cut}", without half of a character`, () => {
      assert.equal(shorten(text, longest), cut);
    });
  }

  it('has no half of a character where it is a value of a request', () => {
    assert.ok(quote({ a: `${'x'.repeat(73)}🐼` }).isWellFormed());
  });
});
