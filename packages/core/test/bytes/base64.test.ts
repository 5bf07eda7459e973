import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeBase64, encodeBase64 } from '@model-gateway/core';
import { concatenate } from '@model-gateway/core/http';
import { encodeByHand } from '../../src/bytes/base64.ts';

const ascii = (text: string) => new TextEncoder().encode(text);
const encoded = (bytes: Uint8Array) =>
  new TextDecoder().decode(concatenate([...encodeBase64(bytes)]));

describe('base64', () => {
  it('is what Node makes of the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const expected = Buffer.from(bytes).toString('base64');
        assert.equal(encoded(bytes), expected);
        assert.equal(new TextDecoder().decode(encodeByHand(bytes)), expected);
      }),
      { seed: 1 },
    );
  });

  it('comes in slices that fit together', () => {
    for (const length of [48 * 1024 - 1, 48 * 1024, 48 * 1024 + 1, 200_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) & 255);
      assert.equal(encoded(bytes), Buffer.from(bytes).toString('base64'));
    }
  });

  it('is read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        assert.deepEqual(decodeBase64(ascii(text)), bytes);
      }),
      { seed: 2 },
    );
  });

  for (const text of [
    'A',
    'AA',
    'AAA',
    'AAAAA',
    'AA=A',
    '====',
    'A===',
    'AA A',
    'AA\nA',
    'AA-_',
    'ÄÄ',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(decodeBase64(ascii(text)), undefined);
    });
  }
});
