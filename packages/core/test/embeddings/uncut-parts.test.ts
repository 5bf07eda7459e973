import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UncutParts } from '../../src/embeddings/uncut-parts.ts';

const WORDS = '"},{"index":1,"embedding":"';

/** Returns the parts of two vectors with our words between, as these documents hold them. */
function partsOf(...vectors: readonly [Uint8Array, Uint8Array]): Uint8Array[] {
  const parts = new UncutParts();
  parts.write(Buffer.from('{"data":[{"index":0,"embedding":"'));
  // From the midst of more words, as they are written.
  const words = Buffer.from(`…${WORDS}…`);
  parts.pass(vectors[0]);
  parts.write(words, 3, words.byteLength - 3);
  parts.pass(vectors[1]);
  parts.write(Buffer.from('"}]}'));
  return parts.take();
}

/** Returns the vectors `AAAA` and `BBBB` within one memory, these words between them. */
function inOneMemory(between: string): [Uint8Array, Uint8Array] {
  const memory = new Uint8Array(Buffer.from(`"AAAA${between}BBBB"`));
  return [memory.subarray(1, 5), memory.subarray(5 + Buffer.byteLength(between), -1)];
}

const textOf = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString();
const DOCUMENT = `{"data":[{"index":0,"embedding":"AAAA${WORDS}BBBB"}]}`;

describe('UncutParts', () => {
  const same = [
    ['the same words', WORDS],
    ['the same words as a printer indents them', '"\n  },\r\n\t{ "index" : 1, "embedding": "'],
  ] as const;
  for (const [what, between] of same) {
    it(`goes on uncut over ${what}`, () => {
      const vectors = inOneMemory(between);
      const parts = partsOf(...vectors);
      assert.equal(parts.length, 3);
      assert.equal(parts[1]?.buffer, vectors[0].buffer);
      assert.ok(Buffer.isBuffer(parts[1]));
      assert.deepEqual(JSON.parse(textOf(parts)), JSON.parse(DOCUMENT));
    });
  }

  const others = [
    ['another index', WORDS.replace('1', '2')],
    ['a member more', WORDS.replace('1,', '1,"object":"embedding",')],
    ['a word less', WORDS.replace('"index":1,', '')],
    ['a blank in a name', WORDS.replace('index', 'in dex')],
    ['a blank in the first vector', ` ${WORDS}`],
    ['a blank in the second vector', `${WORDS} `],
    ['nothing', ''],
    ['more behind them', `${WORDS}C`],
  ] as const;
  for (const [what, between] of others) {
    it(`has its own words in place of ${what}`, () => {
      const vectors = inOneMemory(between);
      const parts = partsOf(...vectors);
      assert.equal(textOf(parts), DOCUMENT);
      assert.ok(vectors.every((vector) => parts.includes(vector)));
    });
  }

  it('puts vectors of one memory into another order', () => {
    const [second, first] = inOneMemory(WORDS);
    const turned = DOCUMENT.replace('BBBB', 'AAAA').replace('AAAA', 'BBBB');
    assert.equal(textOf(partsOf(first, second)), turned);
  });

  it('puts pieces of a vector together, wherever a document was cut', () => {
    const document = Buffer.from(DOCUMENT);
    for (let cut = 1; cut < document.length; cut++) {
      const chunks = [document.subarray(0, cut), document.subarray(cut)].map(
        (chunk) => new Uint8Array(chunk),
      );
      const parts = new UncutParts();
      parts.write(document, 0, DOCUMENT.indexOf('AAAA'));
      for (const piece of piecesOf('AAAA', chunks)) parts.pass(piece);
      parts.write(Buffer.from(WORDS));
      for (const piece of piecesOf('BBBB', chunks)) parts.pass(piece);
      parts.write(document, DOCUMENT.indexOf('BBBB') + 4);
      assert.equal(textOf(parts.take()), DOCUMENT, `cut at ${cut}`);
    }
  });
});

/** Returns where the chunks of the document hold a vector. */
function piecesOf(vector: string, chunks: readonly Uint8Array[]): Uint8Array[] {
  const [from, to] = [DOCUMENT.indexOf(vector), DOCUMENT.indexOf(vector) + vector.length];
  let at = 0;
  const pieces = chunks.map((chunk) => {
    const piece = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at));
    at += chunk.byteLength;
    return piece;
  });
  return pieces.filter((piece) => piece.byteLength > 0);
}
