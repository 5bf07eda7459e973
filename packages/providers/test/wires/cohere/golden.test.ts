import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Block, ChatUsage } from '@model-gateway/core/chat';
import { createRandomSource } from '@model-gateway/core/kit';
import { collected, partsOf, wholeResultOf } from './decoded.ts';

/* wire/ has answers as Cohere sends them, one file each; here is what they say. */

interface Answer {
  readonly blocks: readonly Block[];
  /** The reason, and the provider's own word. */
  readonly finish: string;
}

const text = (said: string): Block => ({ type: 'text', text: said });
const plan = (said: string): Block => ({ type: 'text', text: said, phase: 'commentary' });
const thought = (said: string): Block => ({ type: 'reasoning', text: said, isSummary: false });
const call = (id: string, name: string, input: string, more: object = {}): Block => ({
  type: 'call',
  id,
  name,
  input,
  by: 'client',
  ...more,
});
const cited = (said: string, from: number, to: number, page: object): Block => ({
  type: 'text',
  text: said,
  annotations: [
    { type: 'url_citation', url_citation: { ...page, start_index: from, end_index: to } },
  ],
});

/** What is billed, and not what there is. */
const USAGE: ChatUsage = { inputTokens: 20, cacheReadTokens: 8, outputTokens: 30 };

const ANSWERS: Readonly<Record<string, Answer>> = {
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
};

const FOLDER = new URL('wire/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(`${name}.sse`, FOLDER));

function splitAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...cuts, bytes.length];
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

describe('an answer of Cohere', () => {
  it('is here for every file', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sse'));
    const known = Object.keys(ANSWERS).map((name) => `${name}.sse`);
    assert.deepEqual(files.toSorted(), known.toSorted());
  });

  for (const [name, { blocks, finish }] of Object.entries(ANSWERS)) {
    it(`is understood: ${name}`, () => {
      const result = collected(partsOf([bytesOf(name)]));
      assert.deepEqual(result.blocks, blocks);
      assert.equal(`${result.finish?.reason} ${result.finish?.raw}`, finish);
      assert.deepEqual(result.usage, USAGE);
      assert.equal(result.id, 'c14c80c3-18eb-4519-9460-6c92edd8cfb4');
    });

    it(`is the same however it is split: ${name}`, () => {
      const bytes = bytesOf(name);
      const whole = collected(partsOf([bytes]));
      for (let cut = 1; cut < bytes.length; cut++) {
        const result = collected(partsOf(splitAt(bytes, [cut])));
        assert.deepEqual(result, whole, `split at byte ${cut}`);
      }
      const random = createRandomSource(name);
      for (let round = 0; round < 10; round++) {
        const cuts = [...bytes.keys()].filter(() => random.chance(0.1 * (round + 1)));
        assert.deepEqual(collected(partsOf(splitAt(bytes, cuts))), whole, String(cuts));
      }
    });

    it(`is not complete before a finish reason: ${name}`, () => {
      const bytes = bytesOf(name);
      const sign = bytes.indexOf('"finish_reason"');
      for (let end = 0; end < sign; end += 7) {
        assert.throws(() => partsOf([bytes.subarray(0, end)]), { failure: /cut-off|malformed/ });
      }
    });
  }

  it('is understood in JSON', () => {
    const result = wholeResultOf(readFileSync(new URL('whole.json', FOLDER), 'utf8'));
    assert.deepEqual(result.blocks, [
      thought('Hm.'),
      cited('Emperors.', 0, 8, { url: 'https://example.com/e', content: 'Emperors' }),
      plan('I look.'),
      call('weather_1', 'weather', '{"city":"Rom"}'),
      call('clock_1', 'clock', ''),
    ]);
    assert.equal(result.finish?.reason, 'calls');
    assert.deepEqual(result.usage, USAGE);
  });
});
