import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProviderFailure } from '@model-gateway/core';
import { AnswerCollector, type ChatPart } from '@model-gateway/core/chat';
import type { Decoder } from '../../src/chat/decoder.ts';
import { MessageDecoder } from '../../src/wires/anthropic/decode.ts';
import { ConverseDecoder } from '../../src/wires/bedrock/decode.ts';
import { CohereDecoder } from '../../src/wires/cohere/decode.ts';
import { GeminiDecoder } from '../../src/wires/gemini/decode.ts';
import { ChunkDecoder } from '../../src/wires/openai-chat/decode.ts';
import { ResponseDecoder } from '../../src/wires/openai-responses/decode.ts';

/* More items than a call of a function takes arguments. */
const COUNT = 130_000;

const RULES = { issuer: 'test', nameOf: (name: string) => name };
const many = (item: object) => Array.from({ length: COUNT }, () => item);
const CITATION = {
  type: 'web_search_result_location',
  url: 'https://acme.example',
  title: 'a',
  cited_text: 'a',
};
const TEXT = many({ type: 'text', text: 'a' });
/** The input of a call in pieces. */
const input = (text: string) => ({ index: 0, function: { arguments: text } });
const CALL = { index: 0, id: 'a', function: { name: 'f', arguments: '{"a":"' } };

type Whole = Decoder & { whole(body: string): readonly ChatPart[] };

const ANSWERS: Readonly<Record<string, readonly [Whole, object]>> = {
  'Anthropic’s Messages': [
    new MessageDecoder(RULES),
    { type: 'message', id: 'a', content: TEXT, stop_reason: 'end_turn', usage: {} },
  ],
  'Anthropic’s citations': [
    new MessageDecoder(RULES),
    {
      type: 'message',
      id: 'a',
      content: [{ type: 'text', text: 'a', citations: many(CITATION) }],
      stop_reason: 'end_turn',
      usage: {},
    },
  ],
  'Bedrock’s Converse': [
    new ConverseDecoder(RULES),
    { output: { message: { content: many({ text: 'a' }) } }, stopReason: 'end_turn', usage: {} },
  ],
  'Cohere’s chat': [
    new CohereDecoder(RULES),
    { id: 'a', message: { content: TEXT }, finish_reason: 'COMPLETE', usage: {} },
  ],
  'Gemini’s content': [
    new GeminiDecoder(RULES),
    { candidates: [{ content: { parts: many({ text: 'a' }) }, finishReason: 'STOP' }] },
  ],
  'OpenAI’s chat': [
    new ChunkDecoder(),
    { id: 'a', choices: [{ message: { content: TEXT }, finish_reason: 'stop' }] },
  ],
  'OpenAI’s chat, in calls': [
    new ChunkDecoder(),
    {
      id: 'a',
      choices: [
        {
          message: { tool_calls: [CALL, ...many(input('a')), input('"}')] },
          finish_reason: 'tool_calls',
        },
      ],
    },
  ],
  'OpenAI’s Responses': [
    new ResponseDecoder(RULES),
    {
      id: 'a',
      object: 'response',
      status: 'completed',
      output: many({ type: 'message', content: [{ type: 'output_text', text: 'a' }] }),
    },
  ],
};

describe('an answer of very many items', () => {
  for (const [wire, [decoder, answer]] of Object.entries(ANSWERS)) {
    it(`is read over ${wire}`, () => {
      const collector = new AnswerCollector();
      for (const part of decoder.whole(JSON.stringify(answer))) collector.add(part);
      const items = collector.result().blocks.map((block) => {
        if (block.type === 'call') return block.input.length;
        return block.type === 'text' ? (block.annotations?.length ?? 0) + block.text.length : 0;
      });
      assert.ok(items.reduce((sum, count) => sum + count) >= COUNT);
    });
  }
});

/** More than JSON.stringify has room for. */
const LEVELS = 20_000;

const DEEP_CALLS: Readonly<Record<string, readonly [Whole, (input: unknown) => object]>> = {
  'Anthropic’s Messages': [
    new MessageDecoder(RULES),
    (input) => ({ content: [{ type: 'tool_use', id: 'a', name: 'f', input }] }),
  ],
  'Bedrock’s Converse': [
    new ConverseDecoder(RULES),
    (input) => ({
      output: { message: { content: [{ toolUse: { toolUseId: 'a', name: 'f', input } }] } },
    }),
  ],
  'Gemini’s content': [
    new GeminiDecoder(RULES),
    (args) => ({ candidates: [{ content: { parts: [{ functionCall: { name: 'f', args } }] } }] }),
  ],
  'OpenAI’s chat': [
    new ChunkDecoder(),
    (input) => ({
      choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: input } }] } }],
    }),
  ],
};

describe('input of very many levels that comes as JSON', () => {
  for (const [wire, [decoder, answerOf]] of Object.entries(DEEP_CALLS)) {
    it(`is a failure over ${wire}`, () => {
      // Printed apart: it is as deep for this test.
      const [before = '', after = ''] = JSON.stringify(answerOf('DEEP')).split('"DEEP"');
      const body = `${before}${'{"a":'.repeat(LEVELS)}0${'}'.repeat(LEVELS)}${after}`;
      assert.throws(() => decoder.whole(body), isProviderFailure);
    });
  }
});
