import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkImage } from '../../src/images/media-type.ts';
import { PNG } from './image-builders.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const SHAPES = '<g><path d="M0 0h8"/><rect width="8" height="8"/></g>'.repeat(4);

/* Not every connection says how long a body is: where it ends, the body ends. */

const PICTURES: Readonly<Record<string, Uint8Array>> = {
  // The checksum behind its last word holds nothing of the picture.
  'image/png': PNG.subarray(0, -4),
  'image/jpeg': latin1(`\u00ff\u00d8\u00ff\u00e0${' a picture'.repeat(20)}\u00ff\u00d9`),
  'image/webp': latin1(`RIFF\u00d0\u0000\u0000\u0000WEBPVP8 ${' a picture'.repeat(20)}`),
  'image/svg+xml': latin1(`<svg xmlns="http://www.w3.org/2000/svg">${SHAPES}</svg>`),
};

describe('a picture that breaks off', () => {
  for (const [type, whole] of Object.entries(PICTURES)) {
    it(`is no ${type}, wherever that is`, () => {
      assert.equal(checkImage({ encoding: 'bytes', bytes: whole }), type);
      for (let length = 0; length < whole.byteLength; length++) {
        const bytes = whole.subarray(0, length);
        const parts = [latin1(Buffer.from(bytes).toString('base64'))];
        assert.equal(checkImage({ encoding: 'bytes', bytes }), undefined, `${length} bytes`);
        assert.equal(checkImage({ encoding: 'base64', parts }), undefined, `${length} bytes`);
      }
    });
  }

  it('is whole as an SVG that is empty', () => {
    const bytes = latin1('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n');
    assert.equal(checkImage({ encoding: 'bytes', bytes }), 'image/svg+xml');
  });
});
