// Own process: the memory of other files would count.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KeptWords } from '../../src/journal/kept-words.ts';

const MB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

it('keeps of the words of a model no more memory than their limit', async () => {
  assert.ok(typeof collectGarbage === 'function');
  const body = { kind: 'stream', chunks: chunks(), contentType: 'text/event-stream' } as const;
  const before = process.memoryUsage().arrayBuffers;
  const kept = Array.from({ length: 16 }, () => {
    const words = new KeptWords('createChatCompletion', { body });
    // A Buffer: its `slice` is a view, which would keep all of it.
    words.sent(Buffer.alloc(4 * MB, 0x20));
    return words;
  });
  let held = Infinity;
  // What is free is counted off by another thread, some turns later.
  for (let turn = 0; turn < 100 && held >= 8 * MB; turn++) {
    collectGarbage();
    await nextTurn();
    held = process.memoryUsage().arrayBuffers - before;
  }
  assert.ok(held < 8 * MB, `${held} bytes are held for ${kept.length} answers`);
});

async function* chunks(): AsyncGenerator<Uint8Array, void> {}
