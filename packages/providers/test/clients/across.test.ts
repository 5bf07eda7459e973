import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ResponseInput } from 'openai/resources/responses/responses';
import {
  KEY,
  MODEL,
  REASONING_MODEL,
  startChatGateway,
  type ChatGateway,
} from '../support/chat-gateway.ts';
import { textOf } from '../support/gateway-scene.ts';

/* Every dialect on every interface of OpenAI: what one has a place for and the other has not. */

const clientOf = ({ baseURL }: ChatGateway) => new OpenAI({ baseURL, apiKey: KEY, maxRetries: 0 });

const PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const TOOLS = ['weather', 'clock'].map((name) => ({
  type: 'function' as const,
  name,
  parameters: PARAMETERS,
  strict: true,
}));
const CHAT_TOOLS = ['weather', 'clock'].map((name) => ({
  type: 'function' as const,
  function: { name, parameters: PARAMETERS },
}));
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

const sentLast = ({ fake }: ChatGateway) => fake.requests.at(-1)?.request.json() ?? {};

describe('reasoning that OpenAI sealed', () => {
  for (const stream of [false, true]) {
    it(`comes back to it over two turns of Responses, ${stream ? 'streamed' : 'whole'}`, async () => {
      await using scene = await startChatGateway({ wire: 'openai-responses' });
      const { responses } = clientOf(scene);
      const input: ResponseInput = [{ role: 'user', content: 'Go' }];
      const common = {
        model: REASONING_MODEL,
        tools: TOOLS,
        reasoning: { summary: 'auto' as const },
      };
      const first = { ...common, input, tool_choice: 'required' as const };
      const turn = stream
        ? await responses.stream(first).finalResponse()
        : await responses.create(first);
      assert.deepEqual(
        turn.output.map(({ type }) => type),
        ['reasoning', 'function_call', 'function_call'],
      );
      const results = turn.output.flatMap((item) =>
        item.type === 'function_call'
          ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'ok' }]
          : [],
      );
      // What was answered can be asked again.
      const history = [...input, ...(turn.output as ResponseInput), ...results];
      const second = await responses.create({ ...common, input: history });
      const third = await responses.create({
        ...common,
        input: [...history, ...(second.output as ResponseInput), { role: 'user', content: 'So?' }],
      });
      assert.equal(third.output_text, 'You said: So?');
      // The fake refuses what it did not seal.
      const sealed = JSON.stringify(sentLast(scene)).match(/gAAAAA/g);
      assert.equal(sealed?.length, 2);
    });

    it(`comes back to it through chat completions, ${stream ? 'streamed' : 'whole'}`, async () => {
      await using scene = await startChatGateway({ wire: 'openai-responses' });
      const { completions } = clientOf(scene).chat;
      const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go' }];
      const common = { model: REASONING_MODEL, tools: CHAT_TOOLS };
      const first = { ...common, messages, tool_choice: 'required' as const };
      const message = stream
        ? (await completions.stream(first).finalChatCompletion()).choices[0]?.message
        : (await completions.create(first)).choices[0]?.message;
      assert.ok(message);
      const calls = message.tool_calls ?? [];
      assert.deepEqual(
        calls.map((call) => call.type === 'function' && call.function.name),
        ['weather', 'clock'],
      );
      const results = calls.map(({ id }) => ({
        role: 'tool' as const,
        tool_call_id: id,
        content: 'ok',
      }));
      await completions.create({ ...common, messages: [...messages, message, ...results] });
      const { input } = sentLast(scene);
      assert.ok(Array.isArray(input));
      assert.deepEqual(
        input.map(({ type }) => type),
        [
          'message',
          'reasoning',
          'function_call',
          'function_call',
          'function_call_output',
          'function_call_output',
        ],
      );
    });
  }

  it('is dropped and reported where another answers', async () => {
    await using scene = await startChatGateway({ wire: 'openai-responses' });
    const turn = await clientOf(scene).responses.create({ model: REASONING_MODEL, input: 'Go' });
    await using other = await startChatGateway({ wire: 'openai-chat' });
    const input = [...turn.output, { role: 'user', content: 'So?' }];
    const answer = await other.post('/responses', { model: REASONING_MODEL, input });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['x-gateway-warnings'], 'input.encrypted_content=ignored');
    assert.ok(!JSON.stringify(sentLast(other)).includes('gAAAAA'));
  });
});

for (const api of ['chat', 'responses'] as const) {
  describe(`a conversation over ${api} of OpenAI`, () => {
    it('has an image in the result of a tool, from Responses', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' };
      const output = [
        { type: 'input_text', text: 'Here:' },
        { type: 'input_image', image_url: PNG },
      ];
      const input = [
        { role: 'user', content: 'Look' },
        call,
        { type: 'function_call_output', call_id: 'c1', output },
      ];
      assert.equal((await scene.post('/responses', { input })).status, 200);
      const sent = JSON.stringify(sentLast(scene));
      assert.ok(sent.includes(PNG) && sent.includes('Here:'), sent);
    });

    it('keeps a system message in the middle where it is', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const turns = ['user', 'assistant', 'system', 'user'].map((role) => ({
        role,
        content: role,
      }));
      for (const [path, body] of [
        ['/chat/completions', { messages: turns }],
        ['/responses', { input: turns }],
      ] as const) {
        assert.equal((await scene.post(path, body)).status, 200);
        const { messages, input } = sentLast(scene);
        // The body that was sent upstream has one of them.
        const sent = (messages ?? input) as readonly { readonly role: string }[];
        assert.deepEqual(
          sent.map(({ role }) => role),
          ['user', 'assistant', 'developer', 'user'],
        );
      }
    });

    it('counts and ends alike in both dialects', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const chat = await clientOf(scene).chat.completions.create({
        model: MODEL,
        messages: [{ role: 'user', content: 'Hi' }],
      });
      const response = await clientOf(scene).responses.create({ model: MODEL, input: 'Hi' });
      const { usage } = chat;
      assert.equal(chat.choices[0]?.message.content, response.output_text);
      assert.deepEqual([chat.choices[0]?.finish_reason, response.status], ['stop', 'completed']);
      assert.deepEqual(
        [
          usage?.prompt_tokens,
          usage?.completion_tokens,
          usage?.prompt_tokens_details?.cached_tokens,
        ],
        [
          response.usage?.input_tokens,
          response.usage?.output_tokens,
          response.usage?.input_tokens_details.cached_tokens,
        ],
      );
    });
  });
}

describe('a request of Responses for less than OpenAI gives', () => {
  it('is raised to its least limit of tokens', async () => {
    await using scene = await startChatGateway({ wire: 'openai-responses' });
    const answer = await scene.post('/responses', { input: 'Hi', max_output_tokens: 1 });
    assert.equal(answer.status, 200, await textOf(answer));
    assert.equal(sentLast(scene)['max_output_tokens'], 16);
  });
});
