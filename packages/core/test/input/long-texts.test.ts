import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutLongTexts } from '../../src/input/long-texts.ts';
import { parseExactly } from '../../src/long-numbers.ts';
import { readJson } from '../../src/input/read-json.ts';

/* Long base64 is read past the parser. What is read is what the parser would have read. */

const BASE64 = Buffer.alloc(60_000, 'some bytes').toString('base64');
const URL_OF = `data:image/png;base64,${BASE64}`;

const readingOf = (json: string) => readJson(new TextEncoder().encode(json));

function cutOf(json: string) {
  const cut = cutLongTexts([new TextEncoder().encode(json)]);
  if (cut === undefined) return undefined;
  const restore = (parsed: unknown) => cut.restore(parsed, 'nothing');
  return { json: new TextDecoder().decode(cut.json), restore };
}

describe('long base64 in JSON', () => {
  const values: readonly (readonly [name: string, value: unknown])[] = [
    ['alone', BASE64],
    ['a data URL', { image_url: { url: URL_OF } }],
    ['several, and other texts', { a: [BASE64, 'é"\\', URL_OF], b: URL_OF, c: [[[BASE64]]] }],
    ['beside what no parser reads exactly', { a: URL_OF, b: '\u2028', c: 1e-7 }],
    ['behind letters that data URLs do not have', `data:{'x'},${BASE64}`],
    ['of the other alphabet', BASE64.replaceAll('b', '-').replaceAll('c', '_')],
    ['with padding that is wrong', `${BASE64}A====`],
    ['in a list of lists', Array.from({ length: 5 }, () => [BASE64, null, [URL_OF]])],
  ];
  for (const [name, value] of values) {
    it(`is cut out and put back: ${name}`, () => {
      const json = JSON.stringify(value, null, 1);
      const cut = cutOf(json);
      assert.ok(cut !== undefined && cut.json.length < 1000);
      assert.deepEqual(cut.restore(JSON.parse(cut.json)), JSON.parse(json));
      assert.deepEqual(readingOf(json), { ok: true, value });
    });
  }

  const others: readonly (readonly [name: string, text: string])[] = [
    ['prose', 'some words '.repeat(4000)],
    ['a quote in it', `${BASE64}"${BASE64.slice(1)}`],
    ['half a surrogate pair', `${BASE64}\ud800${BASE64.slice(1)}`],
    ['a prefix with escapes', `data:"\n",${BASE64}`],
    ['a prefix that is too long', `data:${' '.repeat(300)},${BASE64}`],
    ['a control character', `${BASE64.slice(1)}\u001f`],
    ['a letter beyond ASCII', `${BASE64.slice(1)}\u0080${BASE64}`],
    ['a letter that looks like one to Node', `Ł${BASE64.slice(1)}`],
  ];
  for (const [name, text] of others) {
    it(`stays for the parser: ${name}`, () => {
      assert.equal(cutOf(JSON.stringify({ a: text })), undefined);
    });
  }

  it('stays where it is the name of a member', () => {
    for (const blank of ['', ' \n']) assert.equal(cutOf(`{"${BASE64}"${blank}:1}`), undefined);
  });

  it('stays between two quotes that are part of a text, or that end one and begin another', () => {
    const numbers = `,${'12345678'.repeat(4000)},`;
    for (const json of [`["a\\"${BASE64}","b"]`, `["a\\"${BASE64}\\"b"]`, `["a"${numbers}"b"]`]) {
      assert.equal(cutOf(json), undefined);
    }
  });

  it('is found wherever it begins, and from 16 KiB on', () => {
    const [short, long] = [BASE64.slice(0, 16_380), BASE64.slice(0, 16_384)];
    for (let before = 0; before < 9000; before += 499) {
      const json = `["${'é'.repeat(before)}","${short}","${long}","${long}"]`;
      const cut = cutOf(json);
      assert.ok(cut !== undefined);
      assert.deepEqual(cut.restore(JSON.parse(cut.json)), JSON.parse(json));
      assert.ok(cut.json.includes(short) && !cut.json.includes(long));
    }
  });

  it('is refused where its quote is missing, or a character of it may not stand in JSON', () => {
    for (const json of [`{"a":"${BASE64}`, `{"a":"${BASE64}\n"}`, `{"a":"${BASE64}" "b"}`]) {
      const reading = readingOf(json);
      assert.match(reading.ok ? '' : reading.issue.message, /^the body must be valid JSON/);
    }
  });

  it('may have the name of a prototype, and changes none', () => {
    const json = `{"a":{"__proto__":"${BASE64}","b":"${BASE64}"}}`;
    const cut = cutOf(json);
    const parsed: unknown = cut?.restore(JSON.parse(cut.json));
    assert.deepEqual(parsed, JSON.parse(json));
    assert.equal(readingOf(json).ok, false);
  });

  it('costs no look at all the names beside it for each of many', (t) => {
    const texts = Array.from({ length: 20 }, (_, at) => [`t${at}`, BASE64]);
    const json = JSON.stringify(Object.fromEntries([['short', 0], ...texts]));
    const cut = cutOf(json);
    const parsed: unknown = JSON.parse(cut?.json ?? '');
    const keys = t.mock.method(Object, 'keys');
    const restored = cut?.restore(parsed);
    const looks = keys.mock.calls.filter(({ arguments: [of] }) => of === parsed).length;
    keys.mock.restore();
    assert.deepEqual(restored, JSON.parse(json));
    assert.ok(looks <= 1, `${looks} looks`);
  });

  it('leaves the digits of long numbers beside it', () => {
    const json = `{"n":12345678901234567890,"a":"${BASE64}"}`;
    const cut = cutOf(json);
    assert.deepEqual(cut?.restore(parseExactly(cut.json)), parseExactly(json));
  });
});
