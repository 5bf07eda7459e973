import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { allOf, anthropicOf } from './streams-of.ts';
import { clientOf, WEATHER } from './talk.ts';

/* Apps that name models of a provider, which the gateway does not have. */

const messages = [{ role: 'user' as const, content: 'Hello' }];

describe('anyModel', () => {
  it('answers in every dialect, under the name that was asked for', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', anyModel: true });
    gateway.chat('Hello').say('Hi.');
    const { chat, responses, embeddings } = clientOf(gateway);
    const completion = await chat.completions.create({ model: 'gpt-5', messages });
    assert.equal(completion.choices[0]?.message.content, 'Hi.');
    assert.equal(completion.model, 'gpt-5');
    const stream = await chat.completions.create({ model: 'gpt-5', messages, stream: true });
    assert.deepEqual(new Set((await allOf(stream)).map(({ model }) => model)), new Set(['gpt-5']));
    const message = await anthropicOf(gateway).messages.create({
      model: 'claude-of-today',
      max_tokens: 9,
      messages,
    });
    assert.equal(message.model, 'claude-of-today');
    const response = await responses.create({ model: 'gpt-5', input: 'Hello' });
    assert.equal(response.output_text, 'Hi.');
    const input = ['red', 'green'];
    const { data } = await embeddings.create({ model: 'text-embedding-3-small', input });
    assert.equal(data.length, 2);
    gateway.requests('createChatCompletion').last().expectBody({ model: 'gpt-5' });
  });

  for (const model of [5, null, undefined]) {
    it(`leaves to the gateway what names no model: ${model}`, async () => {
      await using gateway = await startMockGateway({ anyModel: true });
      const response = await fetch(`${gateway.baseURL}/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model, messages }),
      });
      assert.equal(response.status, 400);
    });
  }

  it('answers with a model that refuses little, as the AI SDK asks for 128,000 tokens', async () => {
    await using gateway = await startMockGateway({ anyModel: true });
    const completion = await clientOf(gateway).chat.completions.create({
      model: 'gpt-5',
      messages,
      max_completion_tokens: 128_000,
      reasoning_effort: 'low',
      tools: [WEATHER],
      tool_choice: 'required',
    });
    assert.equal(completion.choices[0]?.finish_reason, 'tool_calls');
  });

  it('is a choice of each tenant, and other models stay as they are', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const t = gateway.tenant({ anyModel: true });
    const ask = (to: typeof t, model: string) =>
      clientOf(to).chat.completions.create({ model, messages });
    assert.equal((await ask(t, 'gpt-5')).choices[0]?.message.content, 'Echo: Hello');
    assert.equal((await ask(t, 'acme/quill-1')).model, 'acme/quill-1');
  });

  it('is named where it would help, and nowhere else', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const ask = (model: string) => clientOf(gateway).chat.completions.create({ model, messages });
    await assert.rejects(
      ask('gpt-5'),
      /Model not found: gpt-5; with anyModel: true the mock answers/,
    );
    const max = { max_tokens: 9, messages };
    await assert.rejects(
      anthropicOf(gateway).messages.create({ model: 'claude-of-today', ...max }),
      /not_found_error.*claude-of-today; with anyModel: true/,
    );
    await assert.rejects(ask('quill-1'), /did you mean "acme\/quill-1"\?$/);
    await assert.rejects(ask('nobody/none'), /Model not found: nobody\/none$/);
  });
});
