import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway, type MockTenant } from '@model-gateway/mock';
import OpenAI from 'openai';

const HELLO = { model: 'acme/quill-1', input: 'Hello' };

const clientOf = ({ baseURL, apiKey }: Pick<MockTenant, 'baseURL' | 'apiKey'>) =>
  new OpenAI({ baseURL, apiKey, maxRetries: 2 }).responses;

describe('createResponse in the mock', () => {
  it('answers whole and streamed, from the credits of the tenant', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', credits: 1 });
    const whole = await clientOf(gateway).create(HELLO);
    const streamed = await clientOf(gateway).stream(HELLO).finalResponse();
    for (const { output_text: text, usage } of [whole, streamed]) {
      assert.equal(text, 'Echo: Hello');
      assert.ok((usage?.total_tokens ?? 0) > 0);
    }
    assert.ok(Number(gateway.credits()) < 1);
    gateway.requests('createResponse').expectCount(2).last().expectBody({ stream: true });
  });

  it('calls a required tool and goes on with its result', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const parameters = {
      type: 'object',
      properties: { place: { type: 'string' } },
      required: ['place'],
    };
    const tools = [{ type: 'function' as const, name: 'weather', parameters, strict: true }];
    const first = { ...HELLO, tools, tool_choice: 'required' as const };
    const [call] = (await clientOf(gateway).stream(first).finalResponse()).output;
    assert.ok(call?.type === 'function_call');
    const { output_text: text } = await clientOf(gateway).create({
      ...HELLO,
      tools,
      input: [
        { role: 'user', content: 'Hello' },
        call,
        { type: 'function_call_output', call_id: call.call_id, output: 'sunny' },
      ],
    });
    assert.equal(text, 'weather said: sunny');
  });

  it('fails by a rule, and is cut between two events', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.on('createResponse').fail(529, { times: 2 });
    assert.equal((await clientOf(gateway).create(HELLO)).output_text, 'Echo: Hello');
    gateway.requests('createResponse').expectCount(3);
    gateway.on('createResponse').end('abort', { afterEvents: 5 });
    const types: string[] = [];
    await assert.rejects(async () => {
      for await (const { type } of await clientOf(gateway).create({ ...HELLO, stream: true })) {
        types.push(type);
      }
    });
    assert.equal(types.at(-1), 'response.output_text.delta');
  });

  it('is a conversation of a language model only', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.on('createChatCompletion').fail(500);
    assert.equal((await clientOf(gateway).create(HELLO)).output_text, 'Echo: Hello');
  });
});
