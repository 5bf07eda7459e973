import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  says,
  type Scene,
} from '../chat-builders.ts';
import { send } from './send.ts';

describe('POST /messages/count_tokens', () => {
  const count = async (scene: Pick<Scene, 'gateway'>, body: object = {}) => {
    const response = await send(scene, body, { path: '/messages/count_tokens' });
    assert.equal(response.status, 200);
    assert.ok(response.body.kind === 'json');
    // What the gateway sent; a wrong shape shows as a difference.
    return response.body.value as { readonly input_tokens: number; readonly is_estimate?: true };
  };

  it('grows with the conversation, and charges nothing', async () => {
    const talker = aTalker('one');
    const scene = aChatGateway([talker]);
    const messages: object[] = [];
    let last = 0;
    for (const content of ['Hi', 'x'.repeat(100), [{ type: 'text', text: 'a' }]]) {
      messages.push({ role: 'user', content });
      const { input_tokens: tokens, is_estimate: isEstimate } = await count(scene, { messages });
      assert.ok(tokens > last || messages.length === 3, `${tokens} after ${last}`);
      assert.ok(tokens >= last);
      assert.equal(isEstimate, true);
      last = tokens;
    }
    const tools = [{ name: 'look', input_schema: { type: 'object' } }];
    assert.ok((await count(scene, { messages, tools, system: 'Be brief.' })).input_tokens > last);
    assert.equal(talker.jobs.length, 0);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
  });

  it('counts a conversation that no endpoint could continue', async () => {
    const endpoint = anEndpoint({ contextTokens: 10 });
    const scene = aChatGateway([aTalker('one', says(['a']), endpoint)]);
    const messages = [{ role: 'user', content: 'x'.repeat(3600) }];
    assert.equal((await count(scene, { messages })).input_tokens, 1000);
  });

  /** A provider that counts so. */
  const counting = (countTokens: () => Promise<number>) => {
    const { chat, ...talker } = aTalker('one');
    return { ...talker, chat: { ...(chat ?? assert.fail()), countTokens } };
  };

  it('tells what the provider counts', async () => {
    const scene = aChatGateway([counting(async () => 42)]);
    assert.deepEqual(await count(scene), { input_tokens: 42 });
  });

  it('estimates where the provider fails to count, or takes too long', async () => {
    const failing = aChatGateway([counting(() => Promise.reject(new Error('a bug')))]);
    assert.equal((await count(failing)).is_estimate, true);
    assert.equal(failing.errors.length, 1);
    const slow = aChatGateway([counting(() => new Promise(() => {}))]);
    const { value, waitedMs } = await answered(slow, count(slow));
    assert.equal(value.is_estimate, true);
    assert.ok(waitedMs >= 10_000 && waitedMs < 13_000, String(waitedMs));
  });
});
