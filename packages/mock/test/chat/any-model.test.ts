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

  it('names no other model in any answer, whole or streamed, but in what the model says', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', anyModel: true });
    const stands = gateway.chat().call('pick', { model: 'acme/quill-1' }, { unchecked: true });
    const ask = async (operation: string, body: object) => {
      const response = await fetch(`${gateway.baseURL}/${operation}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model: 'gpt-5', ...body }),
      });
      return response.text();
    };
    const turn = { messages, max_tokens: 9 };
    const input = { input: 'Hello', metadata: { model: 'acme/quill-1' } };
    assert.match(await ask('messages', turn), /"input":\{"model":"acme\/quill-1"\}/);
    for (const stream of [false, true]) {
      const response = await ask('responses', { ...input, stream });
      assert.match(response, /"metadata":\{"model":"acme\/quill-1"\}/);
    }
    stands.remove();
    const answers = await Promise.all([
      ask('chat/completions', { messages }),
      ask('chat/completions', { messages, stream: true }),
      ask('messages', turn),
      ask('messages', { ...turn, stream: true }),
      ask('responses', { input: 'Hello' }),
      ask('responses', { input: 'Hello', stream: true }),
      ask('embeddings', { input: 'red' }),
      ask('rerank', { query: 'red', documents: ['green'] }),
    ]);
    for (const answer of answers) {
      assert.match(answer, /"model":"gpt-5"/);
      assert.doesNotMatch(answer, /"(?:acme|mock|openai)\/[^"]*"/);
    }
  });

  it('stands in for the models of a list, too, and leaves those that exist', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', anyModel: true });
    const ask = async (body: object) => {
      const response = await fetch(`${gateway.baseURL}/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ messages, ...body }),
      });
      return (await response.json()).model;
    };
    assert.equal(await ask({ models: ['gpt-5', 'gpt-4o'] }), 'gpt-5');
    assert.equal(await ask({ model: 'gpt-5', models: ['gpt-4o', 'acme/quill-1'] }), 'gpt-5');
    assert.equal(await ask({ model: 'acme/quill-1', models: ['gpt-4o'] }), 'acme/quill-1');
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

  it('gives way to a model that makes embeddings, where one with an author is not there', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const embed = (model: string) => clientOf(gateway).embeddings.create({ model, input: 'red' });
    await assert.rejects(
      embed('nobody/none'),
      /none; for embeddings this mock has mock\/embeddings$/,
    );
    const excluded = { model: 'mock/embeddings', input: 'red', provider: { only: ['nobody'] } };
    await assert.rejects(
      clientOf(gateway).embeddings.create(excluded),
      /provider\.only excludes mock$/,
    );
    await using empty = await startMockGateway({ world: 'empty' });
    const { embeddings } = clientOf(empty);
    await assert.rejects(embeddings.create({ model: 'nobody/none', input: 'red' }), /none$/);
  });
});
