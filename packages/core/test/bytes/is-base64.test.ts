import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standsAsItIs } from '../../src/bytes/is-base64.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Bytes in two pieces, cut at each of some places. */
function* cut(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  for (const at of [0, 1, 2, 3, 5, 255, 256, 257, 300, bytes.length - 3, bytes.length]) {
    yield [bytes.subarray(0, at), bytes.subarray(at)];
  }
}

describe('base64 in pieces', () => {
  for (let length = 330; length < 334; length++) {
    it(`is what needs no escape in JSON, ${length} bytes, whatever is in place of one`, () => {
      const bytes = Buffer.alloc(length, 'A');
      for (let byte = 0; byte < 256; byte++) {
        if (byte === QUOTE) continue;
        const isPlain = byte >= 0x20 && byte < 0x80 && byte !== BACKSLASH;
        const needsNoLook = /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte));
        for (const at of [0, 1, 254, 255, 256, 257, 258, 259, 290, length - 9, length - 1]) {
          const isBefore = at < 256;
          bytes[at] = byte;
          for (const pieces of cut(bytes)) {
            const found = standsAsItIs(pieces);
            if (!isPlain) assert.ok(!found, `${byte} at ${at}`);
            if (needsNoLook || (isPlain && isBefore)) assert.ok(found, `${byte} at ${at}`);
          }
          bytes[at] = 0x41;
        }
      }
    });
  }

  it('is looked at wherever it is long', () => {
    for (const at of [0, 300, 65_535, 65_536, 65_792, 131_071, 200_000, 299_999]) {
      const bytes = Buffer.alloc(300_000, 'QUJD');
      assert.ok(standsAsItIs([bytes]));
      bytes[at] = 0x0a;
      for (const pieces of cut(bytes)) assert.ok(!standsAsItIs(pieces), `at ${at}`);
    }
  });

  it('may be short, and may be empty', () => {
    for (let length = 0; length < 300; length++) {
      const bytes = Buffer.alloc(length, 'A');
      assert.ok(standsAsItIs([bytes]));
      if (length > 0) assert.ok(!standsAsItIs([bytes.fill(BACKSLASH, length - 1)]));
    }
  });
});
