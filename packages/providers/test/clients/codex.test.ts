import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { KEY, startChatGateway } from '../support/chat-gateway.ts';
import { fileOf, FIRST, playTurn, send, TWO_CALLS } from './codex/turn.ts';

for (const api of ['chat', 'responses'] as const) {
  describe(`a turn of Codex with two tools, over ${api} of OpenAI`, () => {
    it('is played from its recorded request, byte for byte', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      scene.fake.fail('submit', TWO_CALLS[api]());
      const { stream, said } = await playTurn({ baseURL: scene.baseURL, key: KEY });
      assert.equal(stream, readFileSync(fileOf(`first-turn.${api}.sse`), 'utf8'));
      assert.match(said, /You said: Which files are here/);
      assert.deepEqual(scene.errors, []);
    });

    it('sends upstream what it takes, and reports what is left out', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const answer = await send({ baseURL: scene.baseURL, key: KEY }, FIRST);
      await answer.text();
      const ignored =
        api === 'chat'
          ? 'tools.web_search=ignored, prompt_cache_key=ignored, client_metadata=ignored'
          : 'tools.web_search=ignored';
      assert.equal(answer.headers.get('x-gateway-warnings'), ignored);
      const sent = JSON.stringify(scene.fake.requests[0]?.request.json());
      for (const name of ['read_mcp_resource', 'agents__spawn_agent', 'agents__wait_agent']) {
        assert.ok(sent.includes(`"name":"${name}"`), name);
      }
      for (const absent of ['web_search', 'namespace', 'msg_0199a']) {
        assert.ok(!sent.includes(absent), absent);
      }
    });
  });
}
