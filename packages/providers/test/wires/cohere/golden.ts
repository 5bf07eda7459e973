import type { ChatUsage } from '@model-gateway/core/chat';
import { call, text, thought } from '../blocks.ts';
import { filesIn, type GoldenWire } from '../golden.ts';
import { COHERE } from './reading.ts';

const plan = (said: string) => text(said, { phase: 'commentary' });
const cited = (said: string, from: number, to: number, page: object) => {
  const citation = { ...page, start_index: from, end_index: to };
  return text(said, { annotations: [{ type: 'url_citation', url_citation: citation }] });
};

/** What is billed, and not what there is. */
const USAGE: ChatUsage = { inputTokens: 20, cacheReadTokens: 8, outputTokens: 30 };

export const GOLDEN: GoldenWire = {
  ...filesIn(new URL('wire/', import.meta.url)),
  reading: COHERE,
  sign: /"finish_reason"/,
  usage: USAGE,
  facts: { id: 'c14c80c3-18eb-4519-9460-6c92edd8cfb4' },
  answers: {
    text: { blocks: [text('Grüße, 🌍 and "quotes"\n')], finish: 'stop COMPLETE' },
    thinking: { blocks: [thought('Add them.'), text('42')], finish: 'stop COMPLETE' },
    calls: {
      blocks: [
        plan('I will look at both.'),
        call('weather_k88pftgezp73', 'weather', '{"city": "Köln"}'),
        call('clock_1', 'clock', ''),
      ],
      finish: 'calls TOOL_CALL',
    },
    'thought-call': {
      blocks: [thought('Look.'), call('weather_1', 'weather', '{"city":"Rom"}')],
      finish: 'calls TOOL_CALL',
    },
    citations: {
      blocks: [
        cited('The tallest are Emperors.', 16, 24, {
          url: 'https://example.com/p',
          title: 'Penguins',
          content: 'Emperors',
        }),
      ],
      finish: 'stop COMPLETE',
    },
    'late-citation': {
      blocks: [
        thought('Hm.'),
        cited('Emperors.', 0, 8, { url: 'https://example.com/e', content: 'Emperors' }),
      ],
      finish: 'stop COMPLETE',
    },
    length: { blocks: [text('Once upon')], finish: 'length MAX_TOKENS' },
    'stop-sequence': { blocks: [text('One')], finish: 'stop STOP_SEQUENCE' },
    'cut-call': {
      blocks: [call('weather_1', 'weather', '{"city":', { isCut: true })],
      finish: 'length MAX_TOKENS',
    },
    'cut-before-input': {
      blocks: [plan('I look.'), call('weather_1', 'weather', '', { isCut: true })],
      finish: 'length MAX_TOKENS',
    },
    'without-mark': { blocks: [text('Hi')], finish: 'stop COMPLETE' },
    'counts-apart': { blocks: [text('Hi')], finish: 'stop COMPLETE' },
    'unknown-events': { blocks: [text('Hi')], finish: 'stop COMPLETE' },
    'without-names': { blocks: [text('Hi')], finish: 'stop COMPLETE' },
  },
  whole: {
    whole: {
      blocks: [
        thought('Hm.'),
        cited('Emperors.', 0, 8, { url: 'https://example.com/e', content: 'Emperors' }),
        plan('I look.'),
        call('weather_1', 'weather', '{"city":"Rom"}'),
        call('clock_1', 'clock', ''),
      ],
      finish: 'calls TOOL_CALL',
    },
  },
};
