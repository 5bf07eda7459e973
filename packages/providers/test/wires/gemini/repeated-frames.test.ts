import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { filesIn } from '../golden.ts';
import { eitherWay, escaped, streamsOf, words } from '../repeated.ts';
import { GEMINI } from './reading.ts';

const isSameEitherWay = eitherWay(GEMINI.aDecoder);

const count = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(-1, 1.5, 2 ** 53));
const counts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      promptTokenCount: fc.constantFrom(9, 9, 10),
      candidatesTokenCount: count,
      totalTokenCount: count,
      promptTokensDetails: count.map((tokenCount) => [{ modality: 'AUDIO', tokenCount }]),
    }),
  },
  fc.constantFrom(undefined, null, {}, { thoughtsTokenCount: 2 }, { candidatesTokenCount: 3 }),
);
const parts = fc.oneof(
  { weight: 6, arbitrary: words.map((text) => [{ text }]) },
  { weight: 3, arbitrary: words.map((text) => [{ text, thought: true }]) },
  words.map((text) => [{ text }, { text: 'a' }]),
  words.map((text) => [{ text, thoughtSignature: 'a' }]),
  words.map((text) => [{ text, functionCall: { name: 'f', args: {} } }]),
  fc.constantFrom([], [{ functionCall: { name: 'f', args: {} } }]),
);
const frames = fc
  .tuple(
    parts,
    counts,
    fc.constantFrom(undefined, undefined, undefined, 'FINISH_REASON_UNSPECIFIED', 'STOP'),
  )
  .chain(([list, usageMetadata, finishReason]) => {
    const candidate = { content: { parts: list, role: 'model' }, finishReason, index: 0 };
    const around = { usageMetadata, modelVersion: 'm', responseId: 'r' };
    const frame = { candidates: [candidate], ...around };
    const other = { content: { parts: list.toReversed() }, index: 1 };
    return fc.constantFrom<object>(
      frame,
      frame,
      frame,
      frame,
      { ...around, candidates: [other, candidate] },
      [frame],
      { ...frame, error: null },
      { ...frame, error: { code: 503, message: 'no' } },
    );
  });

/** Frames as a server may print them. */
const prints: readonly ((frame: object) => string)[] = [
  (frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`,
  (frame) => `data: ${JSON.stringify(frame).replaceAll('":', '": ')}\r\n\r\n`,
  (frame) => `data: ${JSON.stringify(frame)}\n\n`,
  (frame) => `data: ${JSON.stringify(frame).replace(/[^ -~]/g, escaped)}\n\n`,
];
const END = { candidates: [{ content: { parts: [] }, finishReason: 'STOP', index: 0 }] };

describe('frames that differ in their text and their counts alone', () => {
  it('are read as if each were parsed, whatever a server sends', () => {
    fc.assert(
      fc.property(
        streamsOf(frames, prints),
        fc.constantFrom('', `data: ${JSON.stringify(END)}\r\n\r\n`),
        (said, end) => isSameEitherWay(said.join('') + end),
      ),
      { numRuns: 2000, seed: 29 },
    );
  });

  for (const [name, bytes] of filesIn(new URL('wire/', import.meta.url)).streams) {
    it(`are read as if each were parsed: ${name}`, () => isSameEitherWay(bytes.toString()));
  }

  it('are found by the text that counts, where another candidate says the same', () => {
    const says = (text: string, index: number) => ({ content: { parts: [{ text }] }, index });
    const frame = (other: string) =>
      `data: ${JSON.stringify({ candidates: [says(other, 1), says('a', 0)] })}\r\n\r\n`;
    isSameEitherWay(frame('a').repeat(2) + frame('b').repeat(2));
  });

  it('have the counts of a frame that was read between them', () => {
    const counted = (candidatesTokenCount: number, ...more: object[]) => ({
      candidates: [{ content: { parts: [{ text: 'a' }, ...more] } }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount },
    });
    const frames = [counted(1), counted(1), counted(2), counted(3, {}), counted(2, {})];
    isSameEitherWay(GEMINI.streamOf(frames).toString());
  });

  it('have no counts of a frame that is broken', () => {
    const frame = (text: string, candidatesTokenCount: number) =>
      `data: {"candidates":[{"content":{"parts":[{"text":"${text}"}]}}],` +
      `"usageMetadata":{"candidatesTokenCount":${candidatesTokenCount}}}\r\n\r\n`;
    isSameEitherWay(frame('a', 1) + frame('b', 2) + frame('c', 3) + frame(String.raw`\x`, 9000));
  });

  it('are told as one delta, with the counts of the last, where they came in one read', () => {
    const frame = (text: string, candidatesTokenCount: number) => ({
      candidates: [{ content: { parts: [{ text }] } }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount },
    });
    const decoder = GEMINI.aDecoder();
    decoder.push(GEMINI.streamOf([frame('a', 1), frame('b', 2)]), []);
    const read = GEMINI.streamOf([frame('c', 3), frame('d', 10), frame('e', 11)]);
    assert.deepEqual(decoder.push(read, []), [
      { type: 'delta', block: 0, text: 'cde', pieces: ['c', 'd', 'e'] },
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 11 } },
    ]);
  });
});
