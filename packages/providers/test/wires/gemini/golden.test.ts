import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Block, ChatUsage } from '@model-gateway/core/chat';
import { createRandomSource } from '@model-gateway/core/kit';
import { cutsOf } from '../../support/long-tests.ts';
import { collected, ISSUER, partsOf, wholeResultOf } from './decoded.ts';

/* wire/ has answers as Google sends them, one file each; here is what they say. */

interface Answer {
  readonly blocks: readonly Block[];
  /** The reason, and the provider's own word. */
  readonly finish: string;
}

const signed = (thoughtSignature: string, more: object = {}) => ({
  sealed: { issuer: ISSUER, data: { thoughtSignature, ...more } },
});
const text = (said: string): Block => ({ type: 'text', text: said });
const thought = (said: string, more: object = {}): Block => ({
  type: 'reasoning',
  text: said,
  isSummary: true,
  ...more,
});
/** The signature of a text stands behind it. */
const sealOf = (signature: string): Block => ({
  type: 'reasoning',
  text: '',
  isSummary: false,
  ...signed(signature, { of: 'text' }),
});
const call = (id: string, name: string, input: string, more: object = {}): Block => ({
  type: 'call',
  id,
  name,
  input,
  by: 'client',
  ...more,
});
const made = (count: number) => `call_Il0taoSYJ5Cez7IP_${count}`;

/** 18 tokens of the answer, and 12 of thoughts. */
const USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 8,
  outputTokens: 30,
  reasoningTokens: 12,
};

const ANSWERS: Readonly<Record<string, Answer>> = {
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
    blocks: [thought('Look.'), call('m4v7k35n', 'weather', '{"city":"Köln"}', signed('EpwCcall'))],
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
    blocks: [
      text('Here:'),
      {
        type: 'media',
        kind: 'image',
        mediaType: 'image/png',
        source: { kind: 'base64', value: 'iVBORw0KGgo=' },
      },
    ],
    finish: 'stop STOP',
  },
};

const FOLDER = new URL('wire/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(`${name}.sse`, FOLDER));
const jsonOf = (name: string) => readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');

function splitAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...cuts, bytes.length];
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

describe('an answer of generateContent', () => {
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
      assert.deepEqual([result.id, result.model], ['Il0taoSYJ5Cez7IP', 'gemini-3.8-flash']);
    });

    it(`is the same however it is split: ${name}`, () => {
      const bytes = bytesOf(name);
      const whole = collected(partsOf([bytes]));
      for (const cut of cutsOf(bytes.length)) {
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
      const sign = bytes.indexOf('"finishReason"');
      for (let end = 0; end < sign; end += 7) {
        assert.throws(() => partsOf([bytes.subarray(0, end)]), { failure: /cut-off|malformed/ });
      }
    });
  }

  it('is understood in JSON', () => {
    const result = wholeResultOf(jsonOf('whole'));
    assert.deepEqual(result.blocks, [
      thought('Add.'),
      text('42'),
      call('c1', 'a', '{"x":1}', signed('EpwCa')),
      call('c2', 'b', '{}'),
    ]);
    assert.equal(result.finish?.reason, 'calls');
    assert.deepEqual(result.usage, USAGE);
  });

  it('is understood as a list, which a stream without events is', () => {
    const result = wholeResultOf(jsonOf('list'));
    assert.deepEqual(result.blocks, [text('42')]);
    assert.deepEqual(result.usage, USAGE);
  });
});
