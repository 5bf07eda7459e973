import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Block, ChatUsage } from '@model-gateway/core/chat';
import { createRandomSource } from '@model-gateway/core/kit';
import { cutsOf } from '../../support/long-tests.ts';
import { collected, ISSUER, partsOf, wholeResultOf } from './decoded.ts';

/* wire/ has answers as OpenAI and servers like it send them, one file each; here is what they say. */

interface Answer {
  readonly blocks: readonly Block[];
  /** The reason, and the server's own word. */
  readonly finish: string;
}

const text = (said: string, more: object = {}): Block => ({ type: 'text', text: said, ...more });
const thought = (said: string, isSummary: boolean, data?: object): Block => ({
  type: 'reasoning',
  text: said,
  isSummary,
  ...(data && { sealed: { issuer: ISSUER, data: { ...data } } }),
});
const call = (id: string, name: string, input: string): Block => ({
  type: 'call',
  id,
  name,
  input,
  by: 'client',
});
const cut = (block: Block): Block => Object.assign(block, { isCut: true });

const USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 8,
  cacheWriteTokens: 2,
  outputTokens: 30,
  reasoningTokens: 12,
};

const SUMMARY = thought('**First**\n\nAdd.\n\n**Then**\n\nCheck.', true, {
  id: 'rs_1',
  encrypted_content: 'gAAAAAfinal==',
});
const PATCH = '{"input":"*** Begin \\"Patch\\"\\n+ 🌍\\\\n\\t\\n"}';
const CITATION = { start_index: 4, end_index: 5, url: 'https://a.example/', title: 'A' };
const CITED = { annotations: [{ type: 'url_citation', url_citation: CITATION }] };

const ANSWERS: Readonly<Record<string, Answer>> = {
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
      thought('', true, { id: 'rs_1', encrypted_content: 'gAAAAA1' }),
      text('Hm.'),
      thought('', true, { id: 'rs_2', encrypted_content: 'gAAAAA2' }),
      call('call_a', 'f', '{}'),
    ],
    finish: 'calls completed',
  },
  'reasoning-text': {
    blocks: [thought('Let me think.', false), text('Yes')],
    finish: 'stop completed',
  },
  'custom-call': { blocks: [call('call_c', 'apply_patch', PATCH)], finish: 'calls completed' },
  refusal: { blocks: [{ type: 'refusal', text: 'I cannot do that.' }], finish: 'stop completed' },
  incomplete: { blocks: [text('Once upon')], finish: 'length max_output_tokens' },
  filtered: { blocks: [text('Once')], finish: 'filter content_filter' },
  'cut-call': {
    blocks: [cut(call('call_a', 'write', '{"text":"once'))],
    finish: 'length max_output_tokens',
  },
  'search-and-citations': {
    blocks: [
      {
        type: 'foreign',
        wire: 'openai-responses',
        value: {
          id: 'ws_1',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'x' },
        },
      },
      text('See a.', CITED),
    ],
    finish: 'stop completed',
  },
  logprobs: { blocks: [text('Hi')], finish: 'stop completed' },
};

const FOLDER = new URL('wire/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(`${name}.sse`, FOLDER));

function splitAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...cuts, bytes.length];
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

describe('an answer of a server with Responses', () => {
  it('is here for every file', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sse'));
    assert.deepEqual(
      files.toSorted(),
      Object.keys(ANSWERS)
        .map((name) => `${name}.sse`)
        .toSorted(),
    );
  });

  for (const [name, { blocks, finish }] of Object.entries(ANSWERS)) {
    it(`is understood: ${name}`, () => {
      const result = collected(partsOf([bytesOf(name)]));
      assert.deepEqual(result.blocks, blocks);
      assert.equal(`${result.finish?.reason} ${result.finish?.raw}`, finish);
      assert.deepEqual(result.usage, USAGE);
      assert.deepEqual([result.id, result.model], ['resp_1', 'gpt-5.5-2026-04-23']);
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

    it(`is not complete before its end: ${name}`, () => {
      const bytes = bytesOf(name);
      const sign = bytes.lastIndexOf('"response":{');
      for (let end = 0; end < sign; end += 7) {
        assert.throws(() => partsOf([bytes.subarray(0, end)]), { failure: /cut-off|malformed/ });
      }
    });
  }

  it('has the log probabilities of its tokens', () => {
    const { logprobs } = collected(partsOf([bytesOf('logprobs')]));
    assert.deepEqual(
      logprobs?.map(({ token }) => token),
      ['Hi'],
    );
  });

  it('is understood in JSON', () => {
    const result = wholeResultOf(readFileSync(new URL('whole.json', FOLDER), 'utf8'));
    assert.deepEqual(result.blocks, [
      SUMMARY,
      text('Done.', { phase: 'final_answer', ...CITED }),
      call('call_1', 'a', '{"x":1}'),
      call('call_2', 'b', ''),
      call('call_c', 'apply_patch', PATCH),
    ]);
    assert.equal(result.finish?.reason, 'calls');
    assert.deepEqual(result.usage, USAGE);
  });
});
