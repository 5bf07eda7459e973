import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Block, ChatUsage } from '@model-gateway/core/chat';
import { createRandomSource } from '@model-gateway/core/kit';
import type { AnswerRules } from '../../../src/wires/openai-chat/answer-rules.ts';
import { cutsOf } from '../../support/long-tests.ts';
import { collected, partsOf, wholeResultOf } from './decoded.ts';

/* wire/ has answers as servers send them, one file each; here is what they say. */

interface Answer {
  readonly blocks: readonly Block[];
  /** The reason, and the server's own word where it is another. */
  readonly finish: string;
  readonly usage?: ChatUsage;
  readonly id?: string;
  readonly rules?: AnswerRules;
}

const text = (said: string): Block => ({ type: 'text', text: said });
const thought = (said: string): Block => ({ type: 'reasoning', text: said, isSummary: false });
const call = (id: string, name: string, input: string): Block => ({
  type: 'call',
  id,
  name,
  input,
  by: 'client',
});
const cut = (block: Block): Block => Object.assign(block, { isCut: true });

const OPENAI_USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 8,
  inputAudioTokens: 0,
  outputTokens: 30,
  reasoningTokens: 12,
  outputAudioTokens: 0,
};

const ANSWERS: Readonly<Record<string, Answer>> = {
  'openai-text': {
    id: 'chatcmpl-1',
    blocks: [text('Grüße, 🌍 and "quotes"\n')],
    finish: 'stop',
    usage: OPENAI_USAGE,
  },
  'openai-calls': {
    blocks: [call('call_a', 'weather', '{"city":"Köln"}'), call('call_b', 'clock', '{}')],
    finish: 'calls tool_calls',
    usage: OPENAI_USAGE,
  },
  'openai-interleaved': {
    blocks: [call('call_a', 'a', '{"x":1}'), call('call_b', 'b', '{"y":2}')],
    finish: 'calls tool_calls',
  },
  'openai-refusal': {
    blocks: [{ type: 'refusal', text: 'I cannot do that.' }],
    finish: 'stop',
  },
  'openai-logprobs': { blocks: [text('Hi')], finish: 'stop' },
  azure: { id: 'chatcmpl-2', blocks: [text('Hello')], finish: 'stop', usage: OPENAI_USAGE },
  'deepseek-reasoning': {
    blocks: [thought('Let me think.'), text('42')],
    finish: 'stop',
    usage: { inputTokens: 30, cacheReadTokens: 10, outputTokens: 9, reasoningTokens: 4 },
  },
  'groq-usage': {
    blocks: [thought('Hm.'), text('Yes')],
    finish: 'stop',
    usage: { inputTokens: 5, outputTokens: 7 },
  },
  'mistral-list': {
    blocks: [thought('First, add.'), text('5!'), call('D681PevKs', 'sum', '{"a": 2}')],
    finish: 'calls tool_calls',
    usage: { inputTokens: 11, cacheReadTokens: 3, outputTokens: 6 },
  },
  moonshot: {
    blocks: [call('f:0', 'a', '{"n":1}'), call('f:1', 'a', '{"n":2}')],
    finish: 'calls tool_calls',
    usage: { inputTokens: 9, cacheReadTokens: 2, outputTokens: 4 },
  },
  'xai-whole-calls': {
    blocks: [
      thought('Look it up.'),
      call('call_9', 'find', '{"q":"a"}'),
      call('call_10', 'find', '{"q":"b"}'),
    ],
    finish: 'calls tool_calls',
    usage: {
      inputTokens: 104,
      cacheReadTokens: 100,
      outputTokens: 20,
      reasoningTokens: 10,
      costUsd: '0.01234',
    },
    rules: { addsReasoning: true },
  },
  'ollama-null-finish': {
    blocks: [thought('Hm'), text('Fine.')],
    finish: 'stop undefined',
    rules: { isMarkEnough: true },
  },
  vllm: { blocks: [text('AB')], finish: 'stop', usage: { inputTokens: 3, outputTokens: 2 } },
  'llama-cpp': {
    blocks: [text('Hey')],
    finish: 'length',
    usage: { inputTokens: 2, outputTokens: 1 },
  },
  'cut-call': { blocks: [cut(call('call_a', 'write', '{"text":"once upon'))], finish: 'length' },
  'text-and-calls': {
    blocks: [text('I look. '), call('call_a', 'find', '{"q":1}'), text('Wait.')],
    finish: 'calls tool_calls',
  },
};

const FOLDER = new URL('wire/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(`${name}.sse`, FOLDER));

function splitAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...cuts, bytes.length];
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

describe('an answer of a server with chat completions', () => {
  it('is here for every file', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sse'));
    assert.deepEqual(
      files,
      Object.keys(ANSWERS)
        .map((name) => `${name}.sse`)
        .toSorted(),
    );
  });

  for (const [name, { blocks, finish, usage, id, rules }] of Object.entries(ANSWERS)) {
    it(`is understood: ${name}`, () => {
      const result = collected(partsOf([bytesOf(name)], rules));
      assert.deepEqual(result.blocks, blocks);
      const [reason, raw = reason] = finish.split(' ');
      assert.equal(result.finish?.reason, reason);
      assert.equal(String(result.finish?.raw), raw);
      assert.deepEqual(result.usage, usage);
      if (id !== undefined) assert.equal(result.id, id);
    });

    it(`is the same however it is split: ${name}`, () => {
      const bytes = bytesOf(name);
      const whole = collected(partsOf([bytes], rules));
      for (const cut of cutsOf(bytes.length)) {
        const result = collected(partsOf(splitAt(bytes, [cut]), rules));
        assert.deepEqual(result, whole, `split at byte ${cut}`);
      }
      const random = createRandomSource(name);
      for (let round = 0; round < 20; round++) {
        const cuts = [...bytes.keys()].filter(() => random.chance(0.05 * (round + 1)));
        assert.deepEqual(collected(partsOf(splitAt(bytes, cuts), rules)), whole, String(cuts));
      }
    });

    it(`is not complete before its end: ${name}`, () => {
      const bytes = bytesOf(name);
      const sign = bytes.lastIndexOf(rules?.isMarkEnough === true ? '[DONE]' : '"finish_reason":"');
      for (let end = 0; end < sign; end++) {
        assert.throws(() => partsOf([bytes.subarray(0, end)], rules), {
          failure: /cut-off|malformed/,
        });
      }
    });
  }

  it('has the log probabilities of its tokens', () => {
    const { logprobs } = collected(partsOf([bytesOf('openai-logprobs')]));
    assert.deepEqual(
      logprobs?.map(({ token }) => token),
      ['Hi'],
    );
  });

  it('is understood in JSON, after blank lines', () => {
    const result = wholeResultOf(readFileSync(new URL('whole.json', FOLDER), 'utf8'));
    assert.deepEqual(result.blocks, [
      thought('Easy.'),
      text('Done.'),
      call('call_1', 'a', '{"x":1}'),
      call('call_2', 'b', ''),
    ]);
    assert.equal(result.finish?.reason, 'calls');
    assert.deepEqual(result.usage, OPENAI_USAGE);
  });
});
