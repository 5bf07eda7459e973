import type { ChatUsage } from '@model-gateway/core/chat';
import { call, media, text, thought as said } from '../blocks.ts';
import { filesIn, type GoldenWire } from '../golden.ts';
import { GEMINI, ISSUER } from './reading.ts';

const signed = (thoughtSignature: string, more: object = {}) => ({
  sealed: { issuer: ISSUER, data: { thoughtSignature, ...more } },
});
const thought = (text: string, more: object = {}) => said(text, { isSummary: true, ...more });
/** The signature of a text stands behind it. */
const sealOf = (signature: string) => said('', signed(signature, { of: 'text' }));
const made = (count: number) => `call_Il0taoSYJ5Cez7IP_${count}`;

/** 18 tokens of the answer, and 12 of thoughts. */
const USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 8,
  outputTokens: 30,
  reasoningTokens: 12,
};

export const GOLDEN: GoldenWire = {
  ...filesIn(new URL('wire/', import.meta.url)),
  reading: GEMINI,
  sign: /"finishReason"/,
  usage: USAGE,
  facts: { id: 'Il0taoSYJ5Cez7IP', model: 'gemini-3.8-flash' },
  answers: {
    text: { blocks: [text('Grüße, 🌍 and "quotes"\n')], finish: 'stop STOP' },
    lf: { blocks: [text('Hi')], finish: 'stop STOP' },
    thoughts: {
      blocks: [thought('**First**\n\nAdd.'), text('42'), sealOf('EpwCsigned+/==')],
      finish: 'stop STOP',
    },
    'signed-text': { blocks: [text('All of it.'), sealOf('EpwCtext')], finish: 'stop STOP' },
    'signed-thought': {
      blocks: [thought('Hm.', signed('EpwCthought')), text('Yes')],
      finish: 'stop STOP',
    },
    call: {
      blocks: [
        thought('Look.'),
        call('m4v7k35n', 'weather', '{"city":"Köln"}', signed('EpwCcall')),
      ],
      finish: 'calls STOP',
    },
    'parallel-calls': {
      blocks: [
        call(made(1), 'weather', '{"city":"Rom"}', signed('EpwCfirst')),
        call(made(2), 'clock', '{}'),
      ],
      finish: 'calls STOP',
    },
    'call-a-frame': {
      blocks: [
        text('I look.'),
        call(made(1), 'a', '{"x":1}'),
        call(made(2), 'a', '{"x":2}'),
        call(made(3), 'b', '{}'),
      ],
      finish: 'calls STOP',
    },
    'text-after-call': {
      blocks: [call('c1', 'a', '{"x":1}'), text('Wait.')],
      finish: 'calls STOP',
    },
    'finish-twice': { blocks: [text('Hi')], finish: 'stop STOP' },
    length: { blocks: [text('Once upon')], finish: 'length MAX_TOKENS' },
    continuation: { blocks: [text('Once upon a')], finish: 'length CONTINUATION' },
    safety: { blocks: [text('Once')], finish: 'filter SAFETY' },
    'filtered-at-once': { blocks: [], finish: 'filter PROHIBITED_CONTENT' },
    other: { blocks: [text('Hi')], finish: 'other LANGUAGE' },
    'lists-of-one': { blocks: [text('Hi!')], finish: 'stop STOP' },
    'usage-alone': { blocks: [text('Hi')], finish: 'stop STOP' },
    'unknown-parts': { blocks: [text('2!')], finish: 'stop STOP' },
    'two-candidates': { blocks: [text('Yes')], finish: 'stop STOP' },
    image: {
      blocks: [text('Here:'), media({ source: { kind: 'base64', value: 'iVBORw0KGgo=' } })],
      finish: 'stop STOP',
    },
  },
  whole: {
    whole: {
      blocks: [
        thought('Add.'),
        text('42'),
        call('c1', 'a', '{"x":1}', signed('EpwCa')),
        call('c2', 'b', '{}'),
      ],
      finish: 'calls STOP',
    },
    // Which a stream without events is.
    list: { blocks: [text('42')], finish: 'stop STOP' },
  },
};
