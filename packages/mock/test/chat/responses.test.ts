import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { model, startMockGateway, type MockTenant } from '@model-gateway/mock';
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

describe('a turn of Codex in the mock', () => {
  it('is played from its recorded request, byte for byte', async () => {
    const file = '../../../providers/test/clients/codex/first-turn.json';
    const body = readFileSync(new URL(file, import.meta.url), 'utf8');
    const id = 'openai/gpt-5.5';
    await using gateway = await startMockGateway({ models: [model({ id })] });
    gateway.chat({ tools: { contains: 'exec_command' } }).call('exec_command', { cmd: 'ls' });
    const send = (text: string) =>
      fetch(`${gateway.baseURL}/responses`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          'content-type': 'application/json',
          originator: 'codex_exec',
        },
        body: text,
      });
    const answer = await send(body);
    assert.match(answer.headers.get('x-gateway-warnings') ?? '', /^tools\.web_search=ignored/);
    const [call] = itemsIn(await answer.text());
    assert.ok(call);
    assert.deepEqual([call['type'], call['name']], ['function_call', 'exec_command']);
    const result = { type: 'function_call_output', call_id: call['call_id'], output: 'a.txt' };
    // The file is a request.
    const first = JSON.parse(body) as { readonly input: readonly object[] };
    const next = { ...first, input: [...first.input, call, result] };
    const [message] = itemsIn(await (await send(JSON.stringify(next))).text());
    assert.match(JSON.stringify(message), /exec_command said: a\.txt/);
    gateway.requests('createResponse').expectCount(2);
  });
});

/** The items that were done. */
function itemsIn(stream: string): readonly Readonly<Record<string, unknown>>[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: {"type":"response.output_item.done"'))
    .map((line) => JSON.parse(line.slice('data: '.length)).item);
}
