import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockKeyName } from '@model-gateway/mock';
import { aFailingGateway, INFERENCE } from '../failing-gateway.ts';
import {
  broken,
  documentedAnswer,
  isAsDocumented,
  isRepetition,
  talk,
  withKey,
} from './documented-answers.ts';

type Body = Readonly<Record<string, unknown>>;

/** An operation of conversations: what it is asked, and what is wrong with `bad`. */
interface Dialect {
  readonly operationId: string;
  readonly path: string;
  readonly hello: Body;
  readonly bodies: readonly Body[];
  readonly bad: Body;
  /** Whether no provider is asked, and nothing charged. */
  readonly isFree?: true;
}

const TOOL = { name: 'weather', parameters: { type: 'object', properties: {} } };
const CHAT_TOOLS = { tools: [{ type: 'function', function: TOOL }], tool_choice: 'required' };
const TOOLS = { tools: [{ type: 'function', ...TOOL }], tool_choice: 'required' };

export const MESSAGE = { model: 'acme/quill-1', messages: [{ role: 'user', content: 'Hello' }] };
const MESSAGE_TOOLS = {
  tools: [{ name: 'weather', input_schema: TOOL.parameters }],
  tool_choice: { type: 'any' },
};

export const DIALECTS: readonly Dialect[] = [
  {
    operationId: 'createMessage',
    path: '/messages',
    hello: MESSAGE,
    bodies: [
      { max_tokens: 1 },
      MESSAGE_TOOLS,
      { stream: true },
      { stream: true, ...MESSAGE_TOOLS },
    ],
    bad: { messages: [], thinking: { type: 'deep' } },
  },
  {
    operationId: 'countMessageTokens',
    path: '/messages/count_tokens',
    hello: MESSAGE,
    bodies: [MESSAGE_TOOLS],
    bad: { messages: [] },
    isFree: true,
  },
  {
    operationId: 'createChatCompletion',
    path: '/chat/completions',
    hello: { model: 'acme/quill-1', messages: [{ role: 'user', content: 'Hello' }] },
    bodies: [
      { max_tokens: 1 },
      CHAT_TOOLS,
      { response_format: { type: 'json_object' } },
      { stream: true },
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, ...CHAT_TOOLS },
    ],
    bad: { messages: [], temperature: 3 },
  },
  {
    operationId: 'createResponse',
    path: '/responses',
    hello: { model: 'acme/quill-1', input: 'Hello' },
    bodies: [
      { max_output_tokens: 1 },
      TOOLS,
      { text: { format: { type: 'json_object' } }, instructions: 'Be brief.' },
      { stream: true },
      { stream: true, ...TOOLS },
    ],
    bad: { input: [], store: true },
  },
  {
    operationId: 'createEmbeddings',
    path: '/embeddings',
    hello: { model: 'larch/larch-embedding3-0.6b', input: 'Hello' },
    bodies: [
      { input: ['Hello', 'there'], dimensions: 8 },
      { input: [[1, 2], [3]], encoding_format: 'base64', input_type: 'search_query' },
    ],
    bad: { input: '', dimensions: 0 },
  },
  {
    operationId: 'createRerank',
    path: '/rerank',
    hello: { model: 'coppice/directive-rerank-v4', query: 'Hello', documents: ['Hello there'] },
    bodies: [{ documents: ['red', { text: 'Hello' }], top_n: 1 }],
    bad: { documents: [], top_n: 0 },
  },
];

const FAILURES = [
  ['server', 502],
  ['timeout', 524],
  ['overloaded', 529],
] as const;

/** Tests the answers of language models, with vectors and with rankings. */
export function describeConversationAnswers(): void {
  for (const { operationId, path, hello, bodies, bad, isFree } of DIALECTS)
    describe(`answers to POST ${path} are as documented`, () => {
      const say = (body: object = {}, key?: MockKeyName) => talk(path, { ...hello, ...body }, key);

      for (const body of [{}, ...bodies] as readonly Body[]) {
        it(JSON.stringify(body), async () => {
          const { headers } = await documentedAnswer(operationId, 200, say(body));
          const type = body['stream'] === true ? /^text\/event-stream/ : /^application\/json/;
          assert.match(headers['content-type'] ?? '', type);
        });
      }

      it('with a bad body', () => isAsDocumented(operationId, 400, say(bad)));

      if (isFree !== true) {
        it('without credits', () => isAsDocumented(operationId, 402, say({}, 'broke')));
      }

      it('with a management key', () => isAsDocumented(operationId, 403, say({}, 'management')));

      it('with an unknown model', () =>
        isAsDocumented(operationId, 404, say({ model: 'acme/nothing' })));

      it('up to the rate limit and past it', async () => {
        const limited = createMockGateway({ rateLimit: { limit: 1, windowSeconds: 60 } });
        await isAsDocumented(operationId, 200, say(), limited.handle);
        await isAsDocumented(operationId, 429, say(), limited.handle);
      });

      it('with a body past the limit', async () => {
        const gateway = await aFailingGateway({ maxBodyBytes: 10 });
        await isAsDocumented(operationId, 413, withKey(say(), INFERENCE), gateway);
      });

      it('without a catalog', async () => {
        const gateway = await aFailingGateway({
          stores: { models: { revision: broken, snapshot: broken } },
        });
        await isAsDocumented(operationId, 500, withKey(say(), INFERENCE), gateway);
      });

      if (isFree !== true) {
        it('while the request of the same idempotency key runs', () =>
          isRepetition(operationId, say()));
      }

      for (const [failure, status] of isFree === true ? [] : FAILURES) {
        it(`when the provider's failure is ${failure}`, async () => {
          const gateway = await aFailingGateway({ provider: failure });
          await isAsDocumented(operationId, status, withKey(say(), INFERENCE), gateway);
        });
      }
    });
}
