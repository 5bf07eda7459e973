import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { startFakeOpenAi } from '@model-gateway/providers/testing';

const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: 0 });

const TOOL = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
} as const;

describe('conversations of the fake of OpenAI, judged by the official client', () => {
  it('are answered whole', async () => {
    await using fake = await startFakeOpenAi();
    const { choices, usage } = await clientOf(fake).chat.completions.create({
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    assert.equal(choices[0]?.message.content, 'You said: Hi');
    assert.equal(usage?.completion_tokens_details?.reasoning_tokens, 2);
  });

  it('may have what is newest in the interface', async () => {
    await using fake = await startFakeOpenAi();
    const { choices } = await clientOf(fake).chat.completions.create({
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'Hi' }],
      prompt_cache_retention: '24h',
    });
    assert.equal(choices.length, 1);
  });

  it('are streamed, with counts', async () => {
    await using fake = await startFakeOpenAi();
    const stream = clientOf(fake).chat.completions.stream({
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'Grüße' }],
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    assert.equal(choices[0]?.message.content, 'You said: Grüße');
    assert.equal(usage?.total_tokens, 14);
  });

  it('call tools in pieces, and go on with the result', async () => {
    await using fake = await startFakeOpenAi();
    const { completions } = clientOf(fake).chat;
    const asked = { role: 'user', content: 'Weather?' } as const;
    const stream = completions.stream({
      model: 'gpt-5.5',
      messages: [asked],
      tools: [TOOL],
      tool_choice: 'required',
    });
    const { message } = (await stream.finalChatCompletion()).choices[0] ?? {};
    const [call] = message?.tool_calls ?? [];
    assert.ok(message && call?.type === 'function');
    assert.deepEqual(JSON.parse(call.function.arguments), { a: 1 });
    const after = await completions.create({
      model: 'gpt-5.5',
      messages: [asked, message, { role: 'tool', tool_call_id: call.id, content: 'sunny' }],
      tools: [TOOL],
    });
    assert.equal(after.choices[0]?.finish_reason, 'stop');
  });

  it('are refused as OpenAI refuses them', async () => {
    await using fake = await startFakeOpenAi();
    const { completions } = clientOf(fake).chat;
    const messages = [{ role: 'user', content: 'Hi' }] as const;
    const wrong = [
      [{ temperature: 0.5 }, 'temperature'],
      [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
      [{ max_tokens: 5 }, 'max_tokens'],
      [{ tool_choice: 'required' }, 'tool_choice'],
      [{ messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }, 'messages.[0].role'],
      [{ messages: [] }, 'messages'],
      [{ verbosity: 'max' }, 'verbosity'],
    ] as const;
    for (const [members, param] of wrong) {
      const body = { model: 'gpt-5.5', messages, ...members };
      // Mistakes on purpose, which the client's types refuse too.
      const request = completions.create(body as never);
      await assert.rejects(request, (error) => error instanceof APIError && error.param === param);
    }
  });
});
