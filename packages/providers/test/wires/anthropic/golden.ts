import type { ChatUsage } from '@model-gateway/core/chat';
import { call, foreign as of, text, thought as said } from '../blocks.ts';
import { filesIn, type GoldenWire } from '../golden.ts';
import { ANTHROPIC, ISSUER } from './reading.ts';

const sealed = (data: object) => ({ sealed: { issuer: ISSUER, data } });
const thought = (text: string, signature: string) => said(text, sealed({ signature }));
const redacted = (data: string) => said('', sealed({ data }));
const foreign = (value: object) => of('anthropic-messages', value);

const COUNTS: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 6,
  cacheWriteTokens: 4,
  outputTokens: 30,
  reasoningTokens: 12,
};
const USAGE = { ...COUNTS, cacheWriteHourTokens: 3 };

const SEARCHED = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query: 'x' },
};
const FOUND = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    {
      type: 'web_search_result',
      title: 'A',
      url: 'https://a.example/',
      encrypted_content: 'Eo8',
      page_age: null,
    },
  ],
};
const CITATION = {
  url: 'https://a.example/',
  title: 'A',
  content: 'it is',
  start_index: 4,
  end_index: 10,
};

export const GOLDEN: GoldenWire = {
  ...filesIn(new URL('wire/', import.meta.url)),
  reading: ANTHROPIC,
  sign: /"stop_reason":"/,
  usage: USAGE,
  facts: { id: 'msg_1', model: 'claude-opus-5-5' },
  answers: {
    text: { blocks: [text('Grüße, 🌍 and "quotes"\n')], finish: 'stop end_turn' },
    thinking: {
      blocks: [thought('Let me think: 模型 \u2028done.', 'EqQBsig=='), text('42')],
      finish: 'stop end_turn',
    },
    'hidden-thinking': {
      blocks: [thought('', 'EqQBhid=='), text('Yes.')],
      finish: 'stop end_turn',
    },
    redacted: {
      blocks: [
        redacted('EmwKAhgBEgy3va3pzix/LafPsn4aDFIT'),
        thought('Then.', 'EqQBtwo=='),
        text('No.'),
      ],
      finish: 'stop end_turn',
    },
    interleaved: {
      blocks: [
        thought('First.', 'EqQB1=='),
        text('I look.'),
        thought('Which?', 'EqQB2=='),
        call('toolu_1', 'find', '{"q":"a"}'),
      ],
      finish: 'calls tool_use',
    },
    calls: {
      blocks: [
        text('Two tools.'),
        call('toolu_01A', 'weather', '{"city": "K\\u00f6ln"}'),
        call('toolu_01B', 'clock', ''),
      ],
      finish: 'calls tool_use',
    },
    'whole-input': { blocks: [call('toolu_1', 'f', '{"a":1}')], finish: 'calls tool_use' },
    'cut-call': {
      blocks: [call('toolu_1', 'write', '{"text":"once', { isCut: true })],
      finish: 'length max_tokens',
    },
    'cut-text': { blocks: [text('Once upon')], finish: 'length max_tokens' },
    window: { blocks: [text('Once')], finish: 'length model_context_window_exceeded' },
    'stop-sequence': {
      blocks: [text('One, two')],
      finish: 'stop stop_sequence',
      stopSequence: ', three',
    },
    refusal: {
      blocks: [text('I can'), { type: 'refusal', text: 'This may do harm.' }],
      finish: 'refusal refusal',
    },
    'bare-refusal': { blocks: [], finish: 'refusal refusal' },
    'refused-call': {
      blocks: [call('toolu_1', 'f', '{"a":', { isCut: true })],
      finish: 'filter refusal',
    },
    pause: { blocks: [foreign(SEARCHED)], finish: 'pause pause_turn' },
    search: {
      blocks: [
        foreign(SEARCHED),
        foreign(FOUND),
        text('So: '),
        text('it is.', { annotations: [{ type: 'url_citation', url_citation: CITATION }] }),
      ],
      finish: 'stop end_turn',
      usage: { ...USAGE, searches: 1, fetches: 2 },
    },
    compaction: {
      blocks: [foreign({ type: 'compaction', content: 'So far: nothing.' }), text('On.')],
      finish: 'stop end_turn',
      usage: { ...USAGE, inputTokens: 120, outputTokens: 50 },
    },
    'null-counts': { blocks: [text('Hi')], finish: 'stop end_turn' },
    'unknown-events': { blocks: [text('Hi')], finish: 'stop end_turn' },
    unannounced: {
      blocks: [text('Hi')],
      finish: 'stop end_turn',
      // Where the start is missing, nothing says that it is for an hour.
      usage: COUNTS,
      facts: {},
    },
    'without-stop': { blocks: [text('Hi')], finish: 'stop end_turn' },
    'open-block': { blocks: [text('Hi')], finish: 'stop end_turn' },
    unnamed: { blocks: [text('Hi')], finish: 'stop end_turn' },
  },
  whole: {
    whole: {
      blocks: [
        thought('Let me think.', 'EqQBsig=='),
        redacted('Emw'),
        text('Two tools.'),
        call('toolu_1', 'weather', '{"city":"Köln"}'),
        call('toolu_2', 'clock', ''),
      ],
      finish: 'calls tool_use',
    },
  },
};
