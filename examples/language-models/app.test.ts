import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { createGuardedHttpClient } from '@model-gateway/egress';
import {
  startFakeAnthropic,
  startFakeOpenAi,
  type FakeProvider,
} from '@model-gateway/providers/testing';
import OpenAI from 'openai';
import { createApp } from './app.ts';

const PARAMETERS = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
};

/** The server over fakes of both providers, all on loopback, and both official clients of it. */
async function startScene() {
  const openai = await startFakeOpenAi();
  const anthropic = await startFakeAnthropic();
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const of = ({ baseUrl, apiKey }: FakeProvider) => ({ baseUrl, apiKey, http });
  const app = createApp({
    openai: of(openai),
    anthropic: of(anthropic),
    apiKey: 'k',
    log: () => {},
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    openai,
    anthropic,
    url,
    openaiClient: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 }),
    anthropicClient: new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await http.close();
      await openai[Symbol.asyncDispose]();
      await anthropic[Symbol.asyncDispose]();
    },
  };
}

describe('a server with the language models of two providers', () => {
  it("streams a call of Anthropic's model to OpenAI's client", async () => {
    await using scene = await startScene();
    const { choices } = await scene.openaiClient.chat.completions
      .stream({
        model: 'smart',
        messages: [{ role: 'user', content: 'Weather?' }],
        tools: [{ type: 'function', function: { name: 'weather', parameters: PARAMETERS } }],
        tool_choice: 'required',
      })
      .finalChatCompletion();
    const [call] = choices[0]?.message.tool_calls ?? [];
    assert.equal(call?.type === 'function' && call.function.name, 'weather');
    assert.equal(scene.anthropic.requests.length, 1);
  });

  it("streams an answer of OpenAI's model to Anthropic's client", async () => {
    await using scene = await startScene();
    const message = await scene.anthropicClient.messages
      .stream({ model: 'fast', max_tokens: 1000, messages: [{ role: 'user', content: 'Hi' }] })
      .finalMessage();
    assert.match(JSON.stringify(message.content), /Hi/);
    assert.equal(scene.openai.requests.length, 1);
  });

  it('goes on with the next model when the first one is down', async () => {
    await using scene = await startScene();
    scene.anthropic.fail('submit', 'reset');
    const response = await fetch(`${scene.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: JSON.stringify({
        models: ['smart', 'fast'],
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    });
    const { model, usage } = await response.json();
    assert.match(model, /^openai\//);
    assert.ok(usage.cost > 0);
  });

  it('makes embeddings', async () => {
    await using scene = await startScene();
    const { data } = await scene.openaiClient.embeddings.create({
      model: 'openai/text-embedding-3-small',
      input: ['a red panda', 'a cat'],
    });
    assert.equal(data.length, 2);
  });

  it('shows each provider its own key, and refuses clients without one', async () => {
    await using scene = await startScene();
    const stranger = new OpenAI({ baseURL: `${scene.url}/v1`, apiKey: 'stranger', maxRetries: 0 });
    await assert.rejects(
      stranger.chat.completions.create({
        model: 'fast',
        messages: [{ role: 'user', content: 'Hi' }],
      }),
      { status: 401 },
    );
    await scene.openaiClient.chat.completions.create({
      model: 'fast',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const [request] = scene.openai.requests;
    assert.equal(request?.request.headers['authorization'], 'Bearer test-key');
  });
});
