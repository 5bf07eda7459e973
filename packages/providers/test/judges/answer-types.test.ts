// System: compiles a program.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { script } from '@model-gateway/providers/testing';
import {
  CHAT_FRAMES,
  CONVERSE_FRAMES,
  GEMINI_FRAMES,
  MESSAGE_FRAMES,
  RESPONSES_FRAMES,
} from '../chat/frames.ts';
import { REASONING_MODEL, startChatGateway, type MainWire } from '../support/chat-gateway.ts';
import { textOf } from '../support/gateway-scene.ts';
import { mistakesIn } from './compiled.ts';

/* What the gateway answers, judged by the types of the official clients: members that they promise. */

/** The wires of upstreams, each with the beginning of a text. */
const HELLO: Readonly<Partial<Record<MainWire, string | undefined>>> = {
  'openai-chat': CHAT_FRAMES.saying('Hel'),
  'openai-responses': RESPONSES_FRAMES.saying('Hel'),
  anthropic: MESSAGE_FRAMES.saying('Hel'),
  bedrock: CONVERSE_FRAMES.saying('Hel'),
  gemini: GEMINI_FRAMES.saying('Hel'),
  cohere: undefined,
};

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const messages = [{ role: 'user', content: 'Weather?' }];
const chatTool = { type: 'function', function: { name: 'weather', parameters: SCHEMA } };
const format = { type: 'json_schema', name: 'place', schema: SCHEMA, strict: true };

interface Interface {
  /** The types of a whole answer and of an event. */
  readonly types: readonly [whole: string, event: string];
  readonly bodies: readonly object[];
}

const INTERFACES: Readonly<Record<string, Interface>> = {
  '/chat/completions': {
    types: ['ChatCompletion', 'ChatCompletionChunk'],
    bodies: [
      { messages, stream_options: { include_usage: true } },
      { messages, tools: [chatTool], tool_choice: 'required' },
      { messages, max_tokens: 1 },
      { messages, model: REASONING_MODEL, reasoning_effort: 'high' },
    ],
  },
  '/responses': {
    types: ['Response', 'ResponseStreamEvent'],
    bodies: [
      { input: 'Hi', instructions: 'Be brief.', metadata: { a: 'b' }, temperature: 0.5 },
      {
        input: 'Hi',
        tools: [
          { type: 'function', name: 'weather' },
          { type: 'custom', name: 'patch' },
          {
            type: 'namespace',
            name: 'notes',
            description: 'N',
            tools: [{ ...chatTool.function, type: 'function' }],
          },
        ],
        tool_choice: 'required',
      },
      { input: 'Hi', text: { format } },
      { input: 'Hi, how are you today?', max_output_tokens: 16 },
      { input: 'Hi', model: REASONING_MODEL, reasoning: { effort: 'high', summary: 'auto' } },
    ],
  },
  '/messages': {
    types: ['Message', 'RawMessageStreamEvent'],
    bodies: [
      { messages, max_tokens: 100 },
      {
        messages,
        max_tokens: 100,
        tools: [{ name: 'weather', input_schema: SCHEMA }],
        tool_choice: { type: 'any' },
      },
      { messages, max_tokens: 1 },
      {
        messages,
        max_tokens: 4096,
        model: REASONING_MODEL,
        thinking: { type: 'enabled', budget_tokens: 1024 },
      },
    ],
  },
};

/** What a client makes of an answer's own text, and members that the clients' types do not have. */
function asRead(value: object): object {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (key === 'system_fingerprint' && member === null) return undefined;
    if (key === 'reasoning_details' || (key === 'reasoning' && typeof member === 'string')) {
      return undefined;
    }
    // Beside the text of OpenAI's API, its client makes this one itself.
    const isResponse = Object(member).object === 'response';
    return isResponse ? { ...Object(member), output_text: '' } : member;
  });
}

interface Told {
  readonly what: string;
  readonly type: string;
  readonly value: object;
}

/** Asks for everything over one wire: whole, streamed, and in a stream that breaks. */
async function answersOver(wire: MainWire): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const [path, { types, bodies }] of Object.entries(INTERFACES)) {
    const [whole, event] = types;
    const ways =
      HELLO[wire] === undefined ? ['whole', 'streamed'] : ['whole', 'streamed', 'broken'];
    for (const [at, body] of bodies.entries()) {
      for (const way of ways) {
        const what = `${path}, body ${at}, over ${wire}, ${way}`;
        await using scene = await startChatGateway({ wire, isServed: false });
        if (way === 'broken') {
          const hello = Buffer.from(HELLO[wire] ?? '', 'latin1');
          scene.fake.fail('submit', script([hello, 'reset']));
        }
        const response = await scene.post(path, { ...body, stream: way !== 'whole' });
        const text = await textOf(response);
        assert.equal(response.status, 200, `${what}: ${text}`);
        if (way === 'whole') told.push({ what, type: whole, value: JSON.parse(text) });
        for (const [, json = ''] of text.matchAll(/^data: (\{.*)$/gm)) {
          const value = JSON.parse(json);
          // The client throws it as it comes.
          if (value.object === 'chat.completion.chunk' && 'error' in value) continue;
          told.push({ what, type: value.type === 'error' ? 'ErrorResponse' : event, value });
        }
      }
    }
  }
  return told;
}

const HEAD = [
  "import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';",
  "import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';",
  "import type { Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';",
  "import type { ErrorResponse } from '@anthropic-ai/sdk/resources/shared';",
  'type Mutable<V> = V extends object ? { -readonly [K in keyof V]: Mutable<V[K]> } : V;',
  'declare function exactly<const V>(value: V): Mutable<V>;',
];

describe('what the gateway answers, judged by the types of the official clients', () => {
  it('has every member that they promise, with a value that they know', async () => {
    const told: Told[] = [];
    // Object.keys loses that the names are those of wires.
    for (const wire of Object.keys(HELLO) as MainWire[]) told.push(...(await answersOver(wire)));
    told.push({ what: 'the mistake', type: 'Message', value: { id: 'gen-1' } });
    const mistakes = await mistakesIn([
      ...HEAD,
      // A variable between them, because a literal may not have members beside those of its type.
      ...told.map(({ type, value }) => {
        const json = JSON.stringify(asRead(value));
        return `{ const value = exactly(${json}); const read: ${type} = value; void read; }`;
      }),
    ]);
    const named = mistakes.map(({ line, text }) => `${told[line - HEAD.length]?.what}: ${text}`);
    // The judge sees mistakes, and no other than the one made for it.
    assert.equal(named.length, 1, named.slice(0, 5).join('\n'));
    assert.match(named[0] ?? '', /^the mistake: /);
    assert.ok(told.length > 500, `${told.length} values`);
  });
});
