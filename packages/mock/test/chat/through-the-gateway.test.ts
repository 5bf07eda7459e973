import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { model, startMockGateway, type MockTenant } from '@model-gateway/mock';
import OpenAI from 'openai';

/* Conversations of the mock, with the official client: rules, faults, endings, clock, tenants. */

const hello = { model: 'acme/quill-1', messages: [{ role: 'user' as const, content: 'Hello' }] };

function clientOf({ baseURL, apiKey }: Pick<MockTenant, 'baseURL' | 'apiKey'>): OpenAI {
  return new OpenAI({ baseURL, apiKey, maxRetries: 2 });
}

describe('createChatCompletion in the mock', () => {
  it('answers whole, and from the credits of the tenant', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', credits: 1 });
    const { choices, usage } = await clientOf(gateway).chat.completions.create(hello);
    assert.equal(choices[0]?.message.content, 'Echo: Hello');
    assert.ok((usage?.total_tokens ?? 0) > 0);
    assert.ok(Number(gateway.credits()) < 1);
    gateway.requests('createChatCompletion').expectCount(1).last().expectBody(hello);
  });

  it('calls a required tool, streamed', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const parameters = {
      type: 'object',
      properties: { place: { type: 'string' } },
      required: ['place'],
    };
    const stream = clientOf(gateway).chat.completions.stream({
      ...hello,
      tools: [{ type: 'function', function: { name: 'weather', parameters } }],
      tool_choice: 'required',
    });
    const { choices } = await stream.finalChatCompletion();
    const [call] = choices[0]?.message.tool_calls ?? [];
    assert.equal(choices[0]?.finish_reason, 'tool_calls');
    assert.equal(call?.type === 'function' && call.function.name, 'weather');
    assert.equal(gateway.requests('createChatCompletion').last().stream?.end, 'done');
  });

  it('fails for as many requests as the rule says, and answers the next', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.on('createChatCompletion').fail(529, { times: 2 });
    const { choices } = await clientOf(gateway).chat.completions.create(hello);
    assert.equal(choices[0]?.message.content, 'Echo: Hello');
    gateway.requests('createChatCompletion').expectCount(3);
  });

  it('cuts a stream between two of its events', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.on('createChatCompletion').end('abort', { afterEvents: 3 });
    const stream = await clientOf(gateway).chat.completions.create({ ...hello, stream: true });
    const heard: string[] = [];
    await assert.rejects(async () => {
      for await (const { choices } of stream) heard.push(choices[0]?.delta.content ?? '');
    });
    assert.deepEqual(heard.join(''), 'Echo: Hello');
    const { stream: progress } = gateway.requests('createChatCompletion').last();
    assert.deepEqual(progress, { events: 3, end: 'abort' });
  });

  it('breaks below HTTP', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.on('createChatCompletion').fault('reset-after-headers', { times: 3 });
    await assert.rejects(clientOf(gateway).chat.completions.create(hello));
  });

  it('replies with what the test says, by what was asked', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const messages = { contains: { content: { contains: 'weather' } } };
    gateway
      .on('createChatCompletion')
      .where({ body: { messages } })
      .reply({ json: { choices: [{ message: { content: 'Rain' } }] } });
    const client = clientOf(gateway);
    const ask = (content: string) =>
      client.chat.completions.create({ ...hello, messages: [{ role: 'user', content }] });
    assert.equal((await ask('the time?')).choices[0]?.message.content, 'Echo: the time?');
    assert.equal((await ask('the weather?')).choices[0]?.message.content, 'Rain');
  });

  it('takes its time on the clock of the tenant', async () => {
    await using gateway = await startMockGateway({
      world: 'tiny',
      clock: 'frozen',
      latency: { first: '1s', delta: '100ms' },
    });
    const asking = clientOf(gateway).chat.completions.create({ ...hello, stream: true });
    await gateway.requests('createChatCompletion').waitFor({ timeoutMs: 30_000 });
    await gateway.clock.advance('1s');
    const heard = (await asking)[Symbol.asyncIterator]();
    const next = async () => (await heard.next()).value?.choices[0]?.delta.content;
    assert.equal(await next(), 'Echo: ');
    await gateway.clock.advance('100ms');
    assert.equal(await next(), 'Hello');
  });

  it('has the models of the tenant alone', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const t = gateway.tenant({ models: [model({ id: 'openai/gpt-5' })] });
    const ask = (to: Pick<MockTenant, 'baseURL' | 'apiKey'>) =>
      clientOf(to).chat.completions.create({ ...hello, model: 'openai/gpt-5' });
    assert.equal((await ask(t)).choices[0]?.message.content, 'Echo: Hello');
    await assert.rejects(ask(gateway), /Model not found/);
  });

  it('answers 404 for every model of a world that has none', async () => {
    await using gateway = await startMockGateway({ models: [] });
    await assert.rejects(clientOf(gateway).chat.completions.create(hello), /Model not found/);
  });
});
