import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countFrames, framesIn, lastFrame } from '../../src/http/with-events.ts';

const CHUNKS = [
  '',
  '\n\n',
  'data: 1\n\n',
  'data: 1\n\ndata: 2\n\ndata: [DONE]\n\n',
  'data: 1\n\ndata: cut off',
  'data: ü😀\n\ndata: ÿ\n\n',
  'data: 1\n\n\n\ndata: 2\n\n\n\n',
  'data: 1\n\n\ndata: 2\n\n\n',
  'a',
  '\n',
];

describe('the frames of a chunk', () => {
  for (const text of CHUNKS) {
    const chunk = new TextEncoder().encode(text);
    it(`are counted without being made: ${JSON.stringify(text)}`, () => {
      assert.equal(countFrames(chunk), framesIn(chunk).length);
    });

    it(`end with the last one: ${JSON.stringify(text)}`, () => {
      assert.equal(lastFrame(chunk), framesIn(chunk).at(-1));
    });
  }
});
