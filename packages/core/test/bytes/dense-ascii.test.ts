import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDenseAscii, MOST_DENSE_BYTES } from '../../src/bytes/dense-ascii.ts';

describe('dense ASCII', () => {
  it('is found by every byte, wherever it is, and whatever was looked at before', () => {
    for (let length = 1; length < 200; length += 9) {
      const bytes = Buffer.alloc(length, 'A');
      for (let byte = 0; byte < 256; byte++) {
        const isDense = byte > 0x20 && byte < 0x80 && byte !== 0x5c;
        for (const at of [0, 1, 15, 16, 47, 48, 63, 64, length - 1].filter((one) => one < length)) {
          bytes[at] = byte;
          assert.equal(isDenseAscii(bytes), isDense, `${byte} at ${at} of ${length}`);
          bytes[at] = 0x41;
          assert.equal(isDenseAscii(bytes.subarray(at + 1)), true);
        }
      }
    }
  });

  it('may be as long as a page', () => {
    const bytes = Buffer.alloc(MOST_DENSE_BYTES, '~');
    assert.equal(isDenseAscii(bytes), true);
    bytes[MOST_DENSE_BYTES - 1] = 0x0a;
    assert.equal(isDenseAscii(bytes), false);
  });
});
