import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  CHAT_COMPLETIONS,
  collectAnswer,
  MESSAGES,
  RESPONSES,
  type ChatPart,
  type Dialect,
} from '@model-gateway/core/chat';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { answersWithImages } from '../../../core/test/chat/arbitrary-answer.ts';
import { gatewayOver } from '../support/gateway-over.ts';
import { SkippingClock } from '../support/skipping-clock.ts';
import { CHAT_SUBJECTS } from './subjects.ts';

/*
 * Clients append an answer to the conversation as it is. Whoever gave it, no provider refuses the next
 * turn: the fakes refuse members that their vendors do not know. Source: contract §12.4, §13.1, §14.1.
 */

type Json = Readonly<Record<string, unknown>>;

interface Spoken {
  readonly dialect: Dialect<never>;
  readonly path: string;
  /** The next turn: what was answered, a result for each call, and a word of the user. */
  readonly next: (answer: Json, calls: readonly string[]) => object;
}

const imagesIn = (json: string) => json.split('iVBORw0KGgo=').length - 1;
const user = (content: unknown) => ({ role: 'user', content });
const SCHEMA = { type: 'object', properties: {} };

const DIALECTS: readonly Spoken[] = [
  {
    dialect: CHAT_COMPLETIONS,
    path: '/chat/completions',
    next({ choices }, calls) {
      const [{ message }] = choices as readonly [{ readonly message: Json }];
      const tools = [{ type: 'function', function: { name: 'tool', parameters: SCHEMA } }];
      return {
        ...(calls.length > 0 && { tools }),
        messages: [
          user('Go'),
          // What OpenAI's client adds when it parses.
          { ...message, parsed: { a: 1 } },
          ...calls.map((id) => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
          user('So?'),
        ],
      };
    },
  },
  {
    dialect: MESSAGES,
    path: '/messages',
    next({ content }, calls) {
      const results = calls.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }));
      return {
        ...(calls.length > 0 && { tools: [{ name: 'tool', input_schema: SCHEMA }] }),
        messages: [
          user('Go'),
          { role: 'assistant', content },
          user([...results, { type: 'text', text: 'So?' }]),
        ],
      };
    },
  },
  {
    dialect: RESPONSES,
    path: '/responses',
    next({ output }, calls) {
      const tools = [{ type: 'function', name: 'tool', parameters: SCHEMA }];
      return {
        ...(calls.length > 0 && { tools }),
        input: [
          user('Go'),
          ...(output as readonly object[]),
          ...calls.map((id) => ({ type: 'function_call_output', call_id: id, output: 'ok' })),
          user('So?'),
        ],
      };
    },
  },
];

const FACTS = { id: 'gen-1', created: 1, model: 'm', provider: 'Acme', now: () => 2 };

async function* oneStep(parts: readonly ChatPart[]) {
  yield parts;
}

for (const [name, { start, create, model, calls: calling }] of Object.entries(CHAT_SUBJECTS)) {
  describe(`an answer that is sent back to ${name}`, () => {
    const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
    let fake: Awaited<ReturnType<typeof start>>;
    let post: ReturnType<typeof gatewayOver>;
    before(async () => {
      fake = await start();
      const clock = new SkippingClock();
      const { baseUrl, apiKey } = fake;
      const providers = [create({ baseUrl, apiKey, http, clock })];
      post = gatewayOver({ clock, http, providers });
    });
    after(async () => {
      await http.close();
      await fake[Symbol.asyncDispose]();
    });

    for (const { dialect, path, next } of DIALECTS) {
      it(`is taken from clients of ${path}`, async () => {
        await fc.assert(
          fc.asyncProperty(answersWithImages, async (parts) => {
            const result = await collectAnswer(oneStep(parts));
            const calls = result.blocks.flatMap((one) => (one.type === 'call' ? one.id : []));
            fc.pre(calling !== 'never' || calls.length === 0);
            const written = dialect.writeAnswer(result, FACTS, { usage: result.usage ?? {} });
            const answer = JSON.parse(JSON.stringify(written)) as Json;
            const { text, headers } = await post(path, { model, ...next(answer, calls) });
            assert.match(text, /You said: .*So\?/);
            const sent = fake.requests.at(-1)?.request.body.toString() ?? '';
            if (imagesIn(sent) === imagesIn(JSON.stringify(answer))) return;
            assert.match(String(headers['x-gateway-warnings']), /\.image\w+=ignored/);
          }),
          { numRuns: 12, seed: 31 },
        );
      });
    }
  });
}
