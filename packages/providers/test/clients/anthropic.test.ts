// System: starts a server for each test, and loads Anthropic's clients.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import Anthropic, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema';
import {
  ThreadUnsupportedRequestError,
  type MessageParam,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { generateText, jsonSchema, Output, streamText, type ModelMessage } from 'ai';
import { json, script } from '@model-gateway/providers/testing';
import { CHAT_FRAMES } from '../chat/frames.ts';
import {
  KEY,
  MANAGEMENT_KEY,
  MODEL,
  REASONING_MODEL,
  startChatGateway,
  type ChatGateway,
} from '../support/chat-gateway.ts';
import { messagesOf } from './anthropic.ts';
import { CITY, RESULT } from './client.ts';

/* What only the clients of Anthropic have: thinking, counts beforehand, and errors by their names. */

const reachOf = ({ baseURL }: ChatGateway) => ({ baseURL, apiKey: KEY, model: MODEL });
const HI = { model: MODEL, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] };
const SCHEMA = { ...CITY, required: [...CITY.required] };

/** How often the last request upstream has what the fake sealed; it refuses what it did not. */
const sealsSent = ({ fake }: ChatGateway) =>
  JSON.stringify(fake.requests.at(-1)?.request.json()).match(/gAAAAA/g)?.length ?? 0;

for (const stream of [false, true]) {
  describe(`thinking, ${stream ? 'streamed' : 'whole'}`, () => {
    it('is signed, and comes back to its provider over two turns of the official client', async () => {
      await using scene = await startChatGateway({ wire: 'openai-responses' });
      const messages = messagesOf(reachOf(scene));
      const common = {
        model: REASONING_MODEL,
        max_tokens: 4096,
        thinking: { type: 'enabled' as const, budget_tokens: 1024 },
        tools: [{ name: 'weather', input_schema: SCHEMA }],
      };
      const turn = async (history: MessageParam[], choice: 'any' | 'auto') => {
        const body = { ...common, messages: history, tool_choice: { type: choice } };
        return stream ? messages.stream(body).finalMessage() : messages.create(body);
      };
      const history: MessageParam[] = [{ role: 'user', content: 'Go' }];
      const called = await turn(history, 'any');
      const [thinking, call] = called.content;
      assert.ok(thinking?.type === 'thinking' && thinking.signature !== '');
      assert.notEqual(thinking.thinking, '');
      assert.ok(call?.type === 'tool_use');
      assert.equal(called.stop_reason, 'tool_use');
      history.push({ role: 'assistant', content: called.content });
      const result = { type: 'tool_result' as const, tool_use_id: call.id, content: RESULT };
      history.push({ role: 'user', content: [result] });
      const told = await turn(history, 'auto');
      assert.equal(sealsSent(scene), 1);
      history.push({ role: 'assistant', content: told.content });
      history.push({ role: 'user', content: 'So?' });
      const last = await turn(history, 'auto');
      assert.equal(sealsSent(scene), 2);
      assert.deepEqual(
        last.content.map((block) => (block.type === 'text' ? block.text : block.type)),
        ['thinking', 'You said: So?'],
      );
    });

    it('is signed, and comes back to its provider over two turns of the AI SDK', async () => {
      await using scene = await startChatGateway({ wire: 'openai-responses' });
      const model = createAnthropic({ baseURL: scene.baseURL, apiKey: KEY })(REASONING_MODEL);
      const providerOptions = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } };
      const history: ModelMessage[] = [];
      for (const [turn, content] of ['Go', 'So?', 'And?'].entries()) {
        history.push({ role: 'user', content });
        const options = { model, messages: history, maxRetries: 0, providerOptions };
        const answer = stream ? streamText(options) : await generateText(options);
        assert.equal(await answer.text, `You said: ${content}`);
        assert.ok(await answer.reasoningText);
        assert.equal(sealsSent(scene), turn);
        history.push(...(await answer.response).messages);
      }
    });
  });
}

for (const api of ['chat', 'responses'] as const) {
  describe(`clients of Anthropic, with a gateway over ${api} of OpenAI`, () => {
    it('are told how long a conversation is, for nothing', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const { max_tokens: _, ...counted } = HI;
      const short = await messagesOf(reachOf(scene)).countTokens(counted);
      const long = await messagesOf(reachOf(scene)).countTokens({
        ...counted,
        system: 'Answer in one word, whatever you are asked.',
        tools: [{ name: 'weather', input_schema: SCHEMA }],
      });
      assert.ok(short.input_tokens > 0 && long.input_tokens > short.input_tokens);
      assert.equal(scene.fake.requests.length, 0);
      assert.equal(scene.charged(), 0);
    });

    it('read a streamed answer that fits a schema', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const stream = messagesOf(reachOf(scene)).stream({
        ...HI,
        output_config: { format: jsonSchemaOutputFormat(SCHEMA) },
      });
      assert.deepEqual((await stream.finalMessage()).parsed_output, { city: 'demo' });
    });

    it('send the AI SDK’s schema as one, where it is told that the model takes it', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const { output } = await generateText({
        model: createAnthropic({ baseURL: scene.baseURL, apiKey: KEY })(MODEL),
        prompt: 'Which city?',
        maxRetries: 0,
        providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
        output: Output.object({ schema: jsonSchema<{ city: string }>(CITY) }),
      });
      assert.deepEqual(output, { city: 'demo' });
    });

    it('run the official loop over tools to its end', async () => {
      await using scene = await startChatGateway({ wire: `openai-${api}` });
      const inputs: unknown[] = [];
      const weather = betaTool({
        name: 'weather',
        description: 'Tells the weather.',
        inputSchema: SCHEMA,
        run: (input) => {
          inputs.push(input);
          return RESULT;
        },
      });
      const client = new Anthropic({
        baseURL: scene.baseURL.replace(/\/v1$/, ''),
        apiKey: null,
        authToken: KEY,
        maxRetries: 0,
      });
      const runner = client.beta.messages.toolRunner({
        ...HI,
        tools: [weather],
        tool_choice: { type: 'any' },
        max_iterations: 2,
      });
      await runner.runUntilDone();
      assert.deepEqual(inputs[0], { city: 'demo' });
      // It asks for a thread first, is told that there is none, and sends all that was said.
      assert.ok(JSON.stringify(scene.fake.requests.at(-1)?.request.json()).includes(RESULT));
    });
  });
}

describe('an error that the official client reads', () => {
  /** By its status: what OpenAI answered, or what the client sent instead, and what it reads. */
  const errors: readonly (readonly [
    status: number,
    cause: { readonly upstream?: number; readonly apiKey?: string; readonly model?: string },
    Class: abstract new (...given: never[]) => APIError,
    type: string,
  ])[] = [
    [400, { upstream: 400 }, BadRequestError, 'invalid_request_error'],
    [401, { apiKey: 'mg-v1-stranger' }, AuthenticationError, 'authentication_error'],
    [403, { apiKey: MANAGEMENT_KEY }, PermissionDeniedError, 'permission_error'],
    [404, { model: 'acme/none' }, NotFoundError, 'not_found_error'],
    [413, { upstream: 413 }, APIError, 'request_too_large'],
    [429, { upstream: 429 }, RateLimitError, 'rate_limit_error'],
    [502, { upstream: 500 }, InternalServerError, 'api_error'],
    [524, { upstream: 504 }, InternalServerError, 'timeout_error'],
    [529, { upstream: 503 }, InternalServerError, 'overloaded_error'],
  ];
  for (const [status, { upstream, apiKey = KEY, model = MODEL }, Class, type] of errors) {
    it(`has its class, its type and the id of the request: ${status}`, async () => {
      await using scene = await startChatGateway();
      if (upstream !== undefined) {
        scene.fake.fail('submit', json({ error: { message: 'No' } }, upstream));
      }
      const error: unknown = await messagesOf({ ...reachOf(scene), apiKey })
        .create({ ...HI, model })
        .catch((thrown: unknown) => thrown);
      assert.ok(error instanceof Class, String(error));
      assert.equal(error.status, status);
      assert.equal(error.type, type);
      assert.ok(error.requestID);
    });
  }

  it('says that there are no threads, before anything is asked', async () => {
    await using scene = await startChatGateway();
    const baseURL = scene.baseURL.replace(/\/v1$/, '');
    const { messages } = new Anthropic({ baseURL, apiKey: KEY, maxRetries: 0 }).beta;
    const error: unknown = await messages
      .thread({ model: MODEL, max_tokens: 100 })
      .send({ role: 'user', content: 'Hi' })
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ThreadUnsupportedRequestError);
    assert.equal(scene.fake.requests.length, 0);
  });

  it('ends a stream that the provider ended early, which the client would take for whole', async () => {
    await using scene = await startChatGateway();
    scene.fake.fail('submit', script([CHAT_FRAMES.saying('Hel')]));
    const stream = messagesOf(reachOf(scene)).stream(HI);
    const error: unknown = await stream.done().catch((thrown: unknown) => thrown);
    assert.ok(error instanceof APIError);
    assert.equal(error.type, 'api_error');
  });
});
