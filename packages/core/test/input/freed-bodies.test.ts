import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { BodyMemory } from '@model-gateway/core/kit';
import { longText } from '../../src/input/long-text-schema.ts';
import { createPiecesReader } from '../../src/input/read-json.ts';

const LONG = 'QUJD'.repeat(10_000);
const read = createPiecesReader(
  v.object({ text: v.optional(v.string()), media: v.optional(longText) }),
);

/** Reads a body; returns how often its memory has been freed by then. */
function timesFreed(body: object): number {
  let times = 0;
  const memory = new BodyMemory(() => times++);
  const reading = read([Buffer.from(JSON.stringify(body))], memory);
  assert.ok(reading.ok);
  assert.equal(JSON.stringify(reading.value), JSON.stringify(body));
  return times;
}

describe('the memory of a body that was read', () => {
  for (const [what, body, times] of [
    ['is freed at once where no text is long', { text: 'Some words. '.repeat(10_000) }, 1],
    ['is freed at once where every long text is a string', { text: LONG }, 1],
    ['is left alone where a long text stays bytes', { text: LONG, media: LONG }, 0],
  ] as const) {
    it(what, () => assert.equal(timesFreed(body), times));
  }
});
