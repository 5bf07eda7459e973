import type { ChatUsage } from '@model-gateway/core/chat';
import { call, foreign, text, thought as said } from '../blocks.ts';
import { filesIn, type GoldenWire } from '../golden.ts';
import { ISSUER, RESPONSES } from './reading.ts';

const summary = (text: string, data: object) =>
  said(text, { isSummary: true, sealed: { issuer: ISSUER, data } });

const USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 8,
  cacheWriteTokens: 2,
  outputTokens: 30,
  reasoningTokens: 12,
};

const SUMMARY = summary('**First**\n\nAdd.\n\n**Then**\n\nCheck.', {
  id: 'rs_1',
  encrypted_content: 'gAAAAAfinal==',
});
const PATCH = '{"input":"*** Begin \\"Patch\\"\\n+ 🌍\\\\n\\t\\n"}';
const CITATION = { start_index: 4, end_index: 5, url: 'https://a.example/', title: 'A' };
const CITED = { annotations: [{ type: 'url_citation', url_citation: CITATION }] };

export const GOLDEN: GoldenWire = {
  ...filesIn(new URL('wire/', import.meta.url)),
  reading: RESPONSES,
  sign: /"response":\{(?![^]*"response":\{)/,
  usage: USAGE,
  facts: { id: 'resp_1', model: 'gpt-5.5-2026-04-23' },
  answers: {
    text: { blocks: [text('Grüße, 🌍 and "quotes"\n')], finish: 'stop completed' },
    'without-names': { blocks: [text('Hi')], finish: 'stop completed' },
    'commentary-and-call': {
      blocks: [text('I look it up.', { phase: 'commentary' }), call('call_a', 'find', '{"q":"a"}')],
      finish: 'calls completed',
    },
    calls: {
      blocks: [call('call_a', 'weather', '{"city":"Köln"}'), call('call_b', 'clock', '{}')],
      finish: 'calls completed',
    },
    'interleaved-calls': {
      blocks: [call('call_a', 'a', '{"x":1}'), call('call_b', 'b', '{"y":2}')],
      finish: 'calls completed',
    },
    'arguments-done-only': {
      blocks: [call('call_a', 'weather', '{"city":"Rom"}')],
      finish: 'calls completed',
    },
    'items-done-only': {
      blocks: [text('Whole.'), text('Second.'), call('call_a', 'f', '')],
      finish: 'calls completed',
    },
    'terminal-only': { blocks: [text('All at once.')], finish: 'stop completed' },
    'reasoning-summary': { blocks: [SUMMARY, text('42')], finish: 'stop completed' },
    'hidden-reasoning': {
      blocks: [
        summary('', { id: 'rs_1', encrypted_content: 'gAAAAA1' }),
        text('Hm.'),
        summary('', { id: 'rs_2', encrypted_content: 'gAAAAA2' }),
        call('call_a', 'f', '{}'),
      ],
      finish: 'calls completed',
    },
    'reasoning-text': {
      blocks: [said('Let me think.'), text('Yes')],
      finish: 'stop completed',
    },
    'custom-call': { blocks: [call('call_c', 'apply_patch', PATCH)], finish: 'calls completed' },
    refusal: { blocks: [{ type: 'refusal', text: 'I cannot do that.' }], finish: 'stop completed' },
    incomplete: { blocks: [text('Once upon')], finish: 'length max_output_tokens' },
    filtered: { blocks: [text('Once')], finish: 'filter content_filter' },
    'cut-call': {
      blocks: [call('call_a', 'write', '{"text":"once', { isCut: true })],
      finish: 'length max_output_tokens',
    },
    'search-and-citations': {
      blocks: [
        foreign('openai-responses', {
          id: 'ws_1',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'x' },
        }),
        text('See a.', CITED),
      ],
      finish: 'stop completed',
    },
    logprobs: { blocks: [text('Hi')], finish: 'stop completed', tokens: ['Hi'] },
  },
  whole: {
    whole: {
      blocks: [
        SUMMARY,
        text('Done.', { phase: 'final_answer', ...CITED }),
        call('call_1', 'a', '{"x":1}'),
        call('call_2', 'b', ''),
        call('call_c', 'apply_patch', PATCH),
      ],
      finish: 'calls completed',
    },
  },
};
