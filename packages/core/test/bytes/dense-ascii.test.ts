import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { denseLength } from '../../src/bytes/dense-ascii.ts';

describe('dense ASCII', () => {
  it('ends before any other byte, wherever it is, and whatever was looked at before', () => {
    for (let length = 1; length < 200; length += 9) {
      const bytes = Buffer.alloc(length, 'A');
      for (let byte = 0; byte < 256; byte++) {
        const isDense = byte > 0x22 && byte < 0x80 && byte !== 0x5c;
        for (const at of [0, 1, 15, 16, 47, 48, 63, 64, length - 1].filter((one) => one < length)) {
          bytes[at] = byte;
          assert.equal(denseLength(bytes), isDense ? length : at, `${byte} at ${at} of ${length}`);
          bytes[at] = 0x41;
          assert.equal(denseLength(bytes.subarray(at + 1)), length - at - 1);
        }
      }
    }
  });

  it('ends before the first of several bytes', () => {
    const bytes = Buffer.alloc(300, 'A');
    for (let at = 299; at >= 0; at--) {
      bytes[at] = [0x22, 0x5c, 0x0a, 0xff][at % 4] ?? 0;
      assert.equal(denseLength(bytes), at);
    }
  });

  it('is looked for in more bytes than a page has', () => {
    for (const at of [0, 63, 65_535, 65_536, 131_071, 199_999]) {
      const bytes = Buffer.alloc(200_000, '~');
      assert.equal(denseLength(bytes), bytes.length);
      bytes[at] = 0x0a;
      assert.equal(denseLength(bytes), at);
    }
  });
});
