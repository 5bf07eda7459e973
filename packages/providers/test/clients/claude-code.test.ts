import assert from 'node:assert/strict';
import { it } from 'node:test';
import { KEY, startChatGateway } from '../support/chat-gateway.ts';
import { CALLS, headersOf, playTurn, TWO_CALLS } from './claude-code/turn.ts';

for (const api of ['chat', 'responses'] as const) {
  it(`plays a turn of Claude Code with two tools, over ${api} of OpenAI`, async () => {
    await using scene = await startChatGateway({ wire: `openai-${api}` });
    scene.fake.fail('submit', TWO_CALLS[api]());
    const [text] = await playTurn({ baseURL: scene.baseURL, key: KEY });
    assert.deepEqual(text, { type: 'text', text: 'Reading both.' });
    // The fake refuses results without their calls, and what its interface does not have.
    const sent = JSON.stringify(scene.fake.requests.at(-1)?.request.json());
    for (const { name } of CALLS) assert.ok(sent.includes(`of ${name}`), sent);
    assert.ok(!sent.includes('x-anthropic-billing-header'), sent);
  });
}

it('finds the models of the gateway as Claude Code asks for them', async () => {
  await using scene = await startChatGateway();
  const answer = await fetch(`${scene.baseURL}/models?limit=1000`, { headers: headersOf(KEY) });
  const { data } = (await answer.json()) as {
    readonly data: readonly { readonly id: string; readonly display_name?: string }[];
  };
  assert.ok(data.length > 0);
  assert.ok(data.every(({ display_name: label }) => typeof label === 'string' && label !== ''));
});
