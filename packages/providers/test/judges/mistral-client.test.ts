import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Mistral } from '@mistralai/mistralai';
import { HTTPValidationError } from '@mistralai/mistralai/models/errors';
import { startFakeMistral } from '@model-gateway/providers/testing';

const model = 'mistral-large-2512';
const asked = { role: 'user', content: 'Weather?' } as const;
const TOOL = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
} as const;

/** The official client, which writes the version of the interface by itself, over the fake. */
async function start() {
  const fake = await startFakeMistral();
  const serverURL = fake.baseUrl.replace('/v1', '');
  return { fake, chat: new Mistral({ apiKey: fake.apiKey, serverURL }).chat };
}

describe('conversations of the fake of Mistral, judged by the official client', () => {
  it('are answered whole', async () => {
    const { fake, chat } = await start();
    await using _ = fake;
    const { choices, usage } = await chat.complete({
      model,
      messages: [{ role: 'user', content: 'Grüße' }],
      randomSeed: 7,
      maxTokens: 9,
    });
    assert.equal(choices[0]?.message?.content, 'You said: Grüße');
    assert.equal(choices[0]?.finishReason, 'stop');
    assert.equal(usage.totalTokens, 14);
  });

  it('are streamed, with counts', async () => {
    const { fake, chat } = await start();
    await using _ = fake;
    const stream = await chat.stream({ model, messages: [{ role: 'user', content: 'Grüße' }] });
    let [said, finish, tokens]: [string, unknown, unknown] = ['', undefined, undefined];
    for await (const { data } of stream) {
      const [choice] = data.choices;
      said += typeof choice?.delta.content === 'string' ? choice.delta.content : '';
      finish = choice?.finishReason ?? finish;
      tokens = data.usage?.totalTokens ?? tokens;
    }
    assert.deepEqual([said, finish, tokens], ['You said: Grüße', 'stop', 14]);
  });

  it('call tools, and go on with the result', async () => {
    const { fake, chat } = await start();
    await using _ = fake;
    const { choices } = await chat.complete({
      model,
      messages: [asked],
      tools: [TOOL],
      toolChoice: 'required',
    });
    const message = choices[0]?.message;
    const [call] = message?.toolCalls ?? [];
    assert.ok(message && call);
    assert.match(String(call.id), /^[A-Za-z0-9]{9}$/);
    const { arguments: input } = call.function;
    assert.deepEqual(typeof input === 'string' ? JSON.parse(input) : input, { a: 1 });
    const { choices: after } = await chat.complete({
      model,
      messages: [
        asked,
        { ...message, role: 'assistant' },
        { role: 'tool', toolCallId: call.id, content: 'sunny' },
      ],
      tools: [TOOL],
    });
    assert.equal(after[0]?.message?.content, 'You said: Weather?');
  });

  it('are refused as Mistral refuses them', async () => {
    const { fake, chat } = await start();
    await using _ = fake;
    const call = { id: 'too-long-an-id', function: { name: 'f', arguments: '{}' } };
    const wrong = [
      { messages: [] },
      { messages: [asked], temperature: 3 },
      { messages: [asked], maxTokens: 0 },
      { messages: [asked], toolChoice: 'any' },
      {
        messages: [
          asked,
          { role: 'assistant', toolCalls: [call] },
          { role: 'tool', toolCallId: call.id, content: '' },
        ],
      },
      { messages: [{ role: 'tool', toolCallId: 'abcdefghi', content: '' }] },
    ] as const;
    for (const members of wrong) {
      // Mistakes on purpose.
      const request = chat.complete({ model, ...members } as never);
      await assert.rejects(request, (error) => error instanceof HTTPValidationError);
    }
  });
});
