import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import OpenAI, { APIError } from 'openai';
import type { ResponseInput } from 'openai/resources/responses/responses';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import { judgeResponses } from './responses-schema.ts';

const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: 0 });

const TOOLS = [
  {
    type: 'function',
    name: 'weather',
    parameters: { type: 'object', properties: {} },
    strict: false,
  },
  { type: 'custom', name: 'patch' },
] as const;

describe('the Responses of the fake of OpenAI, judged by the official client and the schema', () => {
  it('are answered whole', async () => {
    await using fake = await startFakeOpenAi();
    const response = await clientOf(fake).responses.create({ model: 'gpt-5.5', input: 'Hi' });
    assert.equal(response.output_text, 'You said: Hi');
    assert.equal(response.usage?.output_tokens_details.reasoning_tokens, 2);
    judgeResponses('Response', response);
  });

  it('may be asked for with what is newest in the interface', async () => {
    await using fake = await startFakeOpenAi();
    const { status } = await clientOf(fake).responses.create({
      model: 'gpt-5.5',
      input: 'Hi',
      prompt_cache_retention: '24h',
      context_management: null,
    });
    assert.equal(status, 'completed');
  });

  it('are streamed, with reasoning in two paragraphs', async () => {
    await using fake = await startFakeOpenAi();
    const stream = clientOf(fake).responses.stream({
      model: 'gpt-5.5',
      input: [{ role: 'user', content: 'Grüße' }],
      reasoning: { summary: 'auto' },
    });
    for await (const event of stream) judgeResponses('ResponseStreamEvent', event);
    const { output, output_text: text } = await stream.finalResponse();
    assert.equal(text, 'You said: Grüße');
    assert.ok(output[0]?.type === 'reasoning');
    assert.equal(output[0].summary.length, 2);
  });

  it('call tools of both kinds in pieces, and take reasoning and results back', async () => {
    await using fake = await startFakeOpenAi();
    const { responses } = clientOf(fake);
    const common = {
      model: 'gpt-5.5',
      store: false,
      tools: [...TOOLS],
      include: ['reasoning.encrypted_content' as const],
    };
    const input: ResponseInput = [{ role: 'user', content: 'Go' }];
    const stream = responses.stream({ ...common, input, tool_choice: 'required' });
    for await (const event of stream) judgeResponses('ResponseStreamEvent', event);
    const { output } = await stream.finalResponse();
    const [reasoning, call, custom] = output;
    assert.ok(reasoning?.type === 'reasoning' && call?.type === 'function_call');
    assert.ok(custom?.type === 'custom_tool_call');
    assert.equal(call.arguments, '{"a": 1}');
    assert.equal(custom.input, 'say "hi"\n');
    const results: ResponseInput = [
      reasoning,
      call,
      custom,
      { type: 'function_call_output', call_id: call.call_id, output: 'sunny' },
      { type: 'custom_tool_call_output', call_id: custom.call_id, output: 'done' },
    ];
    const after = await responses.create({ ...common, input: [...input, ...results] });
    assert.equal(after.output_text, 'You said: Go');
  });

  const reasoning = { type: 'reasoning', id: 'rs_fake', summary: [] };
  const wrong: readonly (readonly [members: object, param: string | null, code?: string])[] = [
    [{ temperature: 0.5 }, 'temperature', 'unsupported_parameter'],
    [{ max_output_tokens: 15 }, 'max_output_tokens', 'integer_below_min_value'],
    [{ messages: [] }, 'messages', 'unknown_parameter'],
    [{ seed: 1 }, 'seed', 'unknown_parameter'],
    [{ text: { verbosity: 'max' } }, 'text.verbosity', 'invalid_value'],
    [{ tool_choice: { type: 'function', name: 'x' } }, 'tool_choice'],
    [{ tools: [{ type: 'function', function: { name: 'x' } }] }, 'tools[0].type'],
    [{ tools: [{ ...TOOLS[0], name: 'a.b' }] }, 'tools[0].name'],
    [{ previous_response_id: 'resp_1' }, null, 'previous_response_not_found'],
    [{ input: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }, 'input[0].content'],
    [{ input: [{ type: 'function_call_output', call_id: 'x', output: '' }] }, 'input'],
    [{ input: [{ type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' }] }, 'input'],
    [
      { input: [{ ...reasoning, encrypted_content: 'forged' }] },
      'input',
      'invalid_encrypted_content',
    ],
    [{ input: [reasoning] }, 'input'],
    [{ model: 'gpt-4.1', include: ['reasoning.encrypted_content'] }, 'include'],
  ];
  for (const [members, param, code] of wrong) {
    it(`are refused as OpenAI refuses ${JSON.stringify(members)}`, async () => {
      await using fake = await startFakeOpenAi();
      const body = { model: 'gpt-5.5', input: 'Hi', ...members };
      // Mistakes on purpose, which the client's types refuse too.
      const request = clientOf(fake).responses.create(body as never);
      await assert.rejects(request, (error) => {
        assert.ok(error instanceof APIError);
        assert.equal(error.param ?? null, param);
        if (code !== undefined) assert.equal(error.code, code);
        return true;
      });
    });
  }
});
