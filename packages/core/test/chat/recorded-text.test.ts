import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RequestRecord } from '@model-gateway/core';
import { aGateway, aKey, anEntry, post } from '../builders.ts';
import {
  aTalker,
  chunksOf,
  CLOSE,
  delta,
  DONE,
  MODEL,
  reads,
  START,
  usage,
} from './chat-builders.ts';

for (const stream of [false, true]) {
  const what = stream ? 'a stream' : 'a whole answer';
  it(`the record of ${what} has what was said, not what was thought or called`, async () => {
    const script = reads(
      [START, { type: 'open', block: 0, kind: 'reasoning' }, delta('Hm.', 0), CLOSE],
      [{ type: 'open', block: 1, kind: 'text' }, delta('Hel', 1)],
      [delta('lo', 1), { type: 'close', block: 1 }],
      [{ type: 'open', block: 2, kind: 'call', id: 'c', name: 'f', by: 'client' }],
      [delta('{"a":1}', 2), { type: 'close', block: 2 }],
      [
        { type: 'finish', reason: 'calls', raw: 'tool_calls' },
        usage({ inputTokens: 1, outputTokens: 9 }),
        DONE,
      ],
    );
    const records: RequestRecord[] = [];
    const gateway = aGateway({
      entries: [anEntry({ id: MODEL })],
      keys: [aKey()],
      providers: [aTalker('one', script)],
      observers: [{ wants: () => 'content', observe: (record) => void records.push(record) }],
    });
    const messages = [{ role: 'user', content: 'Hi' }];
    const body = { model: MODEL, stream, messages, session_id: 's-1' };
    const response = await post(gateway, '/chat/completions', body);
    assert.equal(response.status, 200);
    if (stream) await chunksOf(response);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(records[0]?.generation?.content?.text, 'Hello');
    assert.equal(records[0]?.generation?.finishReason, 'calls');
    assert.equal(records[0]?.sessionId, 's-1');
  });
}
