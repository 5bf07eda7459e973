import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { didYouMean, nearestWord } from '@model-gateway/core/kit';

describe('nearestWord()', () => {
  const cases: readonly (readonly [given: string, expected: string | undefined, why: string])[] = [
    ['output', 'output', 'the word itself'],
    ['outptu', 'output', 'two letters swapped'],
    ['Output', 'output', 'another case'],
    ['outpt', 'output', 'a letter missing'],
    ['outputt', 'output', 'a letter too many'],
    ['id', 'id', 'a short word'],
    ['x', undefined, 'a short word that is another'],
    ['pricing', undefined, 'another word'],
  ];
  for (const [given, expected, why] of cases) {
    it(`takes ${JSON.stringify(given)} for ${expected ?? 'nothing known'}: ${why}`, () => {
      assert.equal(nearestWord(given, ['input', 'output', 'id']), expected);
    });
  }

  it('looks at no letter of a text that is far too long', () => {
    const text = { length: 10_000_000, toLowerCase: () => assert.fail('the text was read') };
    // Only its length is looked at.
    assert.equal(nearestWord(text as unknown as string, ['output']), undefined);
  });
});

describe('didYouMean()', () => {
  it('ends a message with the word that was probably meant', () => {
    assert.equal(didYouMean('outptu', ['output']), '; did you mean "output"?');
  });

  it('adds nothing when no word is near', () => {
    assert.equal(didYouMean('pricing', ['output']), '');
  });
});

describe('a hint costs no more than its request', () => {
  it('compares no more than 200 words of a like length', () => {
    const known = Array.from({ length: 201 }, (_, index) => `word-${1000 + index}-unlike`);
    assert.equal(nearestWord('tool-known', [...known.slice(0, 199), 'tool-knewn']), 'tool-knewn');
    const alike = Array.from({ length: 200 }, (_, index) => `x${1000 + index}xxxxx`);
    assert.equal(nearestWord('tool-known', [...alike, 'tool-knewn']), undefined);
  });

  it('looks for none of a word of more than 200 letters', () => {
    assert.equal(nearestWord('a'.repeat(201), ['a'.repeat(200)]), undefined);
    assert.equal(nearestWord('a'.repeat(200), ['a'.repeat(199)]), 'a'.repeat(199));
  });
});
