import type { ChatUsage } from '@model-gateway/core/chat';
import { call, text, thought } from '../blocks.ts';
import { filesIn, type GoldenWire } from '../golden.ts';
import { CHAT, chatBy } from './reading.ts';

const OPENAI_USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 8,
  inputAudioTokens: 0,
  outputTokens: 30,
  reasoningTokens: 12,
  outputAudioTokens: 0,
};

export const GOLDEN: GoldenWire = {
  ...filesIn(new URL('wire/', import.meta.url)),
  reading: CHAT,
  sign: /"finish_reason":"/,
  answers: {
    'openai-text': {
      facts: { id: 'chatcmpl-1' },
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
    'openai-logprobs': { blocks: [text('Hi')], finish: 'stop', tokens: ['Hi'] },
    azure: {
      facts: { id: 'chatcmpl-2' },
      blocks: [text('Hello')],
      finish: 'stop',
      usage: OPENAI_USAGE,
    },
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
      reading: chatBy({ addsReasoning: true }),
    },
    'ollama-null-finish': {
      blocks: [thought('Hm'), text('Fine.')],
      finish: 'stop undefined',
      reading: chatBy({ isMarkEnough: true }),
      sign: /\[DONE\]/,
    },
    vllm: { blocks: [text('AB')], finish: 'stop', usage: { inputTokens: 3, outputTokens: 2 } },
    'llama-cpp': {
      blocks: [text('Hey')],
      finish: 'length',
      usage: { inputTokens: 2, outputTokens: 1 },
    },
    'cut-call': {
      blocks: [call('call_a', 'write', '{"text":"once upon', { isCut: true })],
      finish: 'length',
    },
    'text-and-calls': {
      blocks: [text('I look. '), call('call_a', 'find', '{"q":1}'), text('Wait.')],
      finish: 'calls tool_calls',
    },
  },
  whole: {
    whole: {
      blocks: [
        thought('Easy.'),
        text('Done.'),
        call('call_1', 'a', '{"x":1}'),
        call('call_2', 'b', ''),
      ],
      finish: 'calls stop',
      usage: OPENAI_USAGE,
    },
  },
};
