import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mendedBody } from '../../src/chat/mend-body.ts';

describe('a body that the gateway refuses', () => {
  it('is read a few times, however many turns it has, where the fault is in another member', () => {
    let reads = 0;
    const messages = Array.from({ length: 200 }, () => ({
      role: 'user',
      get content() {
        reads++;
        return 'Hi';
      },
    }));
    const body = { model: 'a/b', messages, temperature: 'hot', top_p: 0.5 };
    const mended = mendedBody('createChatCompletion', body, { headers: {} });
    assert.deepEqual(mended, { model: 'a/b', messages, top_p: 0.5 });
    assert.ok(reads < 10 * messages.length, `${reads} reads`);
  });
});
