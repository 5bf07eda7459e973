import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block, ChatResult } from '@model-gateway/core/chat';
import { createRandomSource } from '@model-gateway/core/kit';
import { WIRES as MATRIX, type MatrixWire, type WireName } from '../chat/fault-matrix/wires.ts';
import { cutsOf } from '../support/long-tests.ts';
import { GOLDEN as anthropic } from './anthropic/golden.ts';
import { GOLDEN as bedrock } from './bedrock/golden.ts';
import { GOLDEN as cohere } from './cohere/golden.ts';
import { GOLDEN as gemini } from './gemini/golden.ts';
import type { GoldenAnswer, GoldenWire } from './golden.ts';
import { unlogged } from './unlogged.ts';
import { GOLDEN as chat } from './openai-chat/golden.ts';
import { GOLDEN as responses } from './openai-responses/golden.ts';
import { collected } from '../../../core/test/chat/collected.ts';

const GOLDEN: Readonly<Record<WireName, GoldenWire>> = {
  anthropic,
  bedrock,
  cohere,
  gemini,
  'openai-chat': chat,
  'openai-responses': responses,
};

function splitAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...cuts, bytes.length];
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

/** The same stream as other servers would write it. */
const spellingsOf = (written: string): readonly string[] => [
  written.replaceAll('\n', '\r\n'),
  written.replaceAll('\n', '\r'),
  `\ufeff${written}`,
  written.trimEnd(),
  written.replaceAll(': {', ':{').replaceAll('event: ', 'event:'),
  written.replaceAll(/^(event|data): /gm, ': hm\nid: 7\nretry: 9\nfoo: bar\n$1: '),
  written.replaceAll('\n\n', '\n\nevent: ping\n\n'),
  written.replaceAll(',"index":', '\ndata: ,"index":'),
];

const loggedIn = (block: Block) => ('logprobs' in block ? (block.logprobs ?? []) : []);

// Object.entries widens the names.
for (const [name, wire] of Object.entries(GOLDEN) as [WireName, GoldenWire][]) {
  const { streams, answers, bodies, whole } = wire;
  const { isBinary }: MatrixWire = MATRIX[name];

  function says(result: ChatResult, answer: GoldenAnswer): void {
    const { usage, facts } = { ...wire, ...answer };
    const [reason, raw = reason] = answer.finish.split(' ');
    assert.deepEqual(result.blocks.map(unlogged), answer.blocks);
    assert.deepEqual([result.finish?.reason, String(result.finish?.raw)], [reason, raw]);
    assert.equal(result.finish?.stopSequence, answer.stopSequence);
    assert.deepEqual(result.usage, usage);
    assert.deepEqual({ ...result, ...facts }, result);
    const tokens = result.blocks.flatMap(loggedIn).map(({ token }) => token);
    assert.deepEqual(tokens, answer.tokens ?? []);
  }

  describe(`an answer over ${name}`, () => {
    it('is here for every file', () => {
      assert.deepEqual([...streams.keys()].toSorted(), Object.keys(answers).toSorted());
      assert.deepEqual([...bodies.keys()].toSorted(), Object.keys(whole).toSorted());
    });

    for (const [title, answer] of Object.entries(answers)) {
      const { partsOf } = answer.reading ?? wire.reading;
      const bytes = streams.get(title) ?? Buffer.of();
      const resultOf = (...pieces: readonly Uint8Array[]) => collected(partsOf(pieces));

      it(`is understood: ${title}`, () => says(resultOf(bytes), answer));

      it(`is the same however it is split: ${title}`, () => {
        const expected = resultOf(bytes);
        for (const cut of cutsOf(bytes.length)) {
          assert.deepEqual(resultOf(...splitAt(bytes, [cut])), expected, `split at byte ${cut}`);
        }
        const random = createRandomSource(title);
        for (let round = 1; round <= 20; round++) {
          const cuts = [...bytes.keys()].filter((at) => at > 0 && random.chance(0.05 * round));
          assert.deepEqual(resultOf(...splitAt(bytes, cuts)), expected, String(cuts));
        }
      });

      it(`is not complete before its end: ${title}`, () => {
        const sign = bytes.toString('latin1').search(answer.sign ?? wire.sign);
        assert.ok(sign > 0);
        for (const end of [0, ...cutsOf(sign)]) {
          const start = bytes.subarray(0, end);
          assert.throws(() => partsOf([start]), { failure: /cut-off|malformed/ }, String(end));
        }
      });

      if (isBinary === true) continue;
      it(`is the same however its lines end: ${title}`, () => {
        const expected = resultOf(bytes);
        for (const written of spellingsOf(bytes.toString().replaceAll('\r\n', '\n'))) {
          const spelt = Buffer.from(written);
          assert.deepEqual(resultOf(spelt), expected, written);
          const single = splitAt(spelt, [...spelt.keys()].slice(1));
          assert.deepEqual(resultOf(...single), expected, written);
        }
      });
    }

    for (const [title, answer] of Object.entries(whole)) {
      it(`is understood in JSON: ${title}`, () => {
        const { wholeResultOf } = answer.reading ?? wire.reading;
        says(wholeResultOf(bodies.get(title)?.toString()), answer);
      });
    }
  });
}
