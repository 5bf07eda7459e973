import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageData } from '@model-gateway/core';
import { ChunkMemory } from '../../src/http/chunk-memory.ts';

/** Node 20 cannot free memory. */
const skip = !('transfer' in ArrayBuffer.prototype);

/** A large chunk, a piece of another one, a small one, and what is left of each after `free`. */
function left({ isOurs, encoding }: { isOurs: boolean; encoding: ImageData['encoding'] }) {
  const memory = new ChunkMemory();
  memory.isOurs = isOurs;
  const whole = Buffer.from(new ArrayBuffer(65_536));
  const piece = Buffer.from(new ArrayBuffer(65_536), 1);
  const small = Buffer.from(new ArrayBuffer(4095));
  const parts = [whole, piece, small];
  memory.free(encoding === 'bytes' ? { encoding, bytes: whole } : { encoding, parts });
  return parts.map((part) => part.byteLength);
}

describe('the memory of chunks', () => {
  it('is freed where a chunk is nothing but a part of the image', { skip }, () => {
    assert.deepEqual(left({ isOurs: true, encoding: 'base64' }), [0, 65_535, 4095]);
  });

  it('stays where others may have the chunks', () => {
    assert.deepEqual(left({ isOurs: false, encoding: 'base64' }), [65_536, 65_535, 4095]);
  });

  it('stays where an image is bytes of its own', () => {
    assert.deepEqual(left({ isOurs: true, encoding: 'bytes' }), [65_536, 65_535, 4095]);
  });
});
