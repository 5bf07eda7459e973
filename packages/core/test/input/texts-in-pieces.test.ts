import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutLongTexts } from '../../src/input/long-texts.ts';

/* Whatever is cut out of a body in pieces: what is read is what the parser would have read. */

/** From this length on a text is cut here. */
const LONG = 16;
const MEDIA = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';

type Outcome = { readonly value: unknown } | 'refused';

function outcomeOf(read: () => unknown): Outcome {
  try {
    return { value: read() };
  } catch {
    return 'refused';
  }
}

/** Reads JSON that comes in these pieces. */
function readingOf(pieces: readonly Uint8Array[]): Outcome {
  const cut = cutLongTexts(pieces, LONG);
  const json = new TextDecoder().decode(cut?.json ?? Buffer.concat(pieces));
  return outcomeOf(() => {
    const parsed: unknown = JSON.parse(json);
    return cut === undefined ? parsed : cut.restore(parsed, 'nothing');
  });
}

function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const cuts = [0, ...places.map((at) => at % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return cuts.slice(1).map((to, at) => bytes.subarray(cuts[at], to));
}

const DOCUMENTS: readonly (readonly [name: string, json: string])[] = [
  ['one', `{"a":{"url":"${MEDIA}"}}`],
  ['several side by side', `["${MEDIA}","${MEDIA}", "short" ,"${MEDIA}"]`],
  ['escaped slashes', `["data:image\\/png;base64,AAAA\\/BBBB\\/CCCC\\/DDDD"]`],
  ['an escape at its end', `["AAAABBBBCCCCDDDDEEEE\\n","b"]`],
  ['an escaped quote in it', `["AAAABBBBCCCCDDDDEEEE\\"AAAABBBBCCCCDDDDEEEE"]`],
  ['an escaped backslash before its quote', `["AAAABBBBCCCCDDDDEEEE\\\\","${MEDIA}"]`],
  ['a text of backslashes before it', `["\\\\\\\\","${MEDIA}","\\\\"]`],
  ['the other alphabet', `["AAAA-BBBB_CCCC-DDDD_EEEE"]`],
  ['wrong padding', `["AAAABBBBCCCCDDDDE=","=AAAABBBBCCCCDDDDE==="]`],
  ['names that come twice', `{"a":"${MEDIA}","a":"AAAABBBBCCCCDDDDEEEE"}`],
  ['a name as long', `{"AAAABBBBCCCCDDDDEEEE" \n:"${MEDIA}"}`],
  ['the name of a prototype', `{"__proto__":"${MEDIA}","b":{"__proto__":["${MEDIA}"]}}`],
  ['prose', `["some words that are long, and end.","äöü äöü äöü äöü äöü äöü","${MEDIA}"]`],
  ['numbers between texts', `["a",1234567890123456,12345678901234567890,"b"]`],
  ['a missing quote', `{"a":"${MEDIA}}`],
  ['a missing bracket', `{"a":"${MEDIA}"`],
  ['a control character', `{"a":"AAAABBBBCCCC\nDDDDEEEE"}`],
  ['no comma', `["${MEDIA}" "${MEDIA}"]`],
  ['a word between texts', `["a"AAAABBBBCCCCDDDDEEEE"b"]`],
  ['only it', `"${MEDIA}"`],
];

describe('long texts of JSON in pieces', () => {
  for (const [name, json] of DOCUMENTS) {
    it(`are read as in one piece, wherever it is cut: ${name}`, () => {
      const bytes = new TextEncoder().encode(json);
      const expected = outcomeOf(() => JSON.parse(json));
      for (let at = 0; at <= bytes.length; at++) {
        assert.deepEqual(readingOf(cutAt(bytes, [at])), expected);
      }
      const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
      assert.deepEqual(readingOf(single), expected);
    });
  }

  it('are read out of any number of pieces', () => {
    const many = (text: string) => Array.from({ length: 150_000 }, () => Buffer.from(text));
    const pieces = [
      Buffer.from('["'),
      ...many('a, '),
      Buffer.from(`","${MEDIA}",["`),
      ...many('b. '),
      Buffer.from('"]]'),
    ];
    const value = ['a, '.repeat(150_000), MEDIA, ['b. '.repeat(150_000)]];
    assert.deepEqual(readingOf(pieces), { value });
  });

  const SIGNS = [
    '"',
    '"',
    '"',
    '\\',
    '\\"',
    ':',
    ',',
    '[',
    ']',
    '{',
    '}',
    ' ',
    '\n',
    '1',
    'é',
    '=',
  ];
  const TEXTS = ['AAAABBBBCCCCDDDDEEEE', 'AAAA/BBBB', '"AAAABBBBCCCCDDDDEEEE"', 'a word, a word, '];
  const token = fc.constantFrom(...SIGNS, ...TEXTS);
  const places = fc.array(fc.nat(), { maxLength: 6 });

  it('are read as in one piece, whatever stands there', () => {
    const text = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(''));
    const property = fc.property(text, places, (json, at) => {
      const bytes = new TextEncoder().encode(json);
      assert.deepEqual(
        readingOf(cutAt(bytes, at)),
        outcomeOf(() => JSON.parse(json)),
      );
    });
    fc.assert(property, { seed: 34, numRuns: 3000 });
  });

  it('are read as in one piece from every JSON', () => {
    const texts = fc.oneof(fc.string({ maxLength: 40 }), fc.base64String({ maxLength: 60 }));
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        texts,
        tie('list'),
        tie('object'),
        fc.double(),
        fc.boolean(),
      ),
      list: fc.array(tie('value'), { maxLength: 5 }),
      object: fc.dictionary(texts, tie('value'), { maxKeys: 5 }),
    })).value;
    const property = fc.property(value, fc.nat(2), places, (given, indent, at) => {
      const json = JSON.stringify(given, null, indent);
      const read = readingOf(cutAt(new TextEncoder().encode(json), at));
      assert.deepEqual(read, { value: JSON.parse(json) });
    });
    fc.assert(property, { seed: 34, numRuns: 1000 });
  });
});
