import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageJob } from '@model-gateway/core';
import type { Detail } from '../src/canvas.ts';
import { aJob, bytesOf, eventsOf, sha256, studio } from './image-builders.ts';

type Row = readonly [detail: Detail, prompt: string, image: string, changes?: Partial<ImageJob>];

/** The beginning of the digest that every machine and every version of Node must give. */
const ROWS: readonly Row[] = [
  ['full', 'mountains at dusk', '78d2bb7ba72d2f88'],
  ['full', 'planets', 'c5be244b51ffc2b3'],
  ['full', 'planets', '849dcb74882a642b', { background: 'transparent' }],
  ['full', 'tiles', '01d504aaa6fbd91e'],
  ['small', 'a red panda', '9ccfc2b8986ae227'],
  ['small', 'a red panda', '7b3c25e0dffa0d98', { background: 'transparent' }],
];

describe('a PNG, with its partial images, is the same file everywhere', () => {
  for (const [detail, prompt, digest, changes] of ROWS) {
    it(`in ${detail} detail: ${prompt}${changes === undefined ? '' : ', transparent'}`, async () => {
      const pixels = { width: 320, height: 240 };
      const job = aJob({ prompt, pixels, stream: true, ...changes });
      const events = await eventsOf(studio({ detail }), job);
      const files = [...bytesOf(events, 'partial'), ...bytesOf(events, 'image')];
      assert.equal(files.length, 4);
      assert.equal(sha256(Buffer.concat(files)).slice(0, 16), digest);
    });
  }
});
