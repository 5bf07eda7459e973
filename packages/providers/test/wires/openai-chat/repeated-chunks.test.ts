import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isProviderFailure } from '@model-gateway/core';
import { ChunkDecoder } from '../../../src/wires/openai-chat/decode.ts';
import { filesIn } from '../golden.ts';
import { eitherWay, escaped, words } from '../repeated.ts';

const isSameEitherWay = eitherWay(() => new ChunkDecoder({ isMarkEnough: true }));

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });

const deltas = fc.oneof(
  { weight: 6, arbitrary: fc.record({ content: words }) },
  { weight: 3, arbitrary: fc.record({ reasoning_content: words }) },
  {
    weight: 2,
    arbitrary: fc.record({
      role: maybe(fc.constant('assistant')),
      content: fc.option(words),
      reasoning: fc.option(words),
      refusal: fc.option(words),
    }),
  },
  fc.record({
    content: maybe(words),
    tool_calls: fc.constantFrom(
      [],
      [{ index: 0, id: 'call_a', function: { name: 'f', arguments: '' } }],
      [{ index: 0, function: { arguments: '{}' } }],
    ),
  }),
);
const chunks = fc.record({
  id: fc.constantFrom('c-1', 'c-2'),
  choices: deltas.chain((delta) =>
    fc.constantFrom(
      [{ index: 0, delta, finish_reason: null }],
      [{ index: 0, delta, finish_reason: null }],
      [{ index: 0, delta, finish_reason: null }],
      [{ delta, finish_reason: null, logprobs: null }],
      [
        { index: 1, delta: { content: 'other' } },
        { index: 0, delta },
      ],
      [{ index: 0, delta, logprobs: { content: [{ token: 'a', logprob: -1 }] } }],
      [],
    ),
  ),
  usage: fc.constantFrom(undefined, null, null, { prompt_tokens: 1, completion_tokens: 2 }),
});
const FINISH = { id: 'c-1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

/** Chunks as a server may print them. */
const prints: readonly ((chunk: object) => string)[] = [
  (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  (chunk) => `data:${JSON.stringify(chunk)}\n\n`,
  (chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`,
  (chunk) => `: ping\n\ndata: ${JSON.stringify(chunk)} \n\n`,
  (chunk) => `data: ${JSON.stringify(chunk).replace(/[^ -~]/g, escaped)}\n\n`,
];

const said = (content: string) =>
  `{"id":"c","choices":[{"index":0,"delta":{"content":${content}}}]}`;

describe('chunks that differ in their text alone', () => {
  it('are read as if each were parsed, whatever a server sends', () => {
    const printed = fc
      .array(fc.tuple(chunks, fc.constantFrom(...prints)), { maxLength: 12 })
      .map((list) => list.map(([chunk, print]) => print(chunk)).join(''));
    const alike = fc
      .array(words, { maxLength: 12 })
      .map((list) => list.map((text) => `data: ${said(JSON.stringify(text))}\n\n`).join(''));
    const streams = fc.oneof(printed, alike);
    fc.assert(
      fc.property(
        streams,
        fc.constantFrom('', `data: ${JSON.stringify(FINISH)}\n\n`),
        (said, end) => isSameEitherWay(said + end),
      ),
      { numRuns: 2000, seed: 29 },
    );
  });

  for (const [name, bytes] of filesIn(new URL('wire/', import.meta.url)).streams) {
    it(`are read as if each were parsed: ${name}`, () => isSameEitherWay(bytes.toString()));
  }

  const broken: Readonly<Record<string, string>> = {
    'a quote in the text': said('"b"c"'),
    'a line break in the text': said('"b\tc"'),
    'an invalid escape': said('"b\\xc"'),
    'a text that does not end': said('"b\\"'),
    'a second text': said('"b","content":"c"'),
    'the end of the object': said('"b"}}]}'),
    'an error beside the text': said('"b"').replace('{"id"', '{"error":{"message":"no"},"id"'),
  };
  for (const [what, chunk] of Object.entries(broken)) {
    it(`do not hide ${what}`, () => {
      const before = `data: ${said('"x"')}\n\n`.repeat(3);
      const after = `data: ${JSON.stringify(FINISH)}\n\n`;
      isSameEitherWay(`${before}data: ${chunk}\n\n${after}`);
    });
  }

  it('are parsed where one came in several lines, of which the next lacks the names', () => {
    const inLines = (text: string, name: string) => `data: {\n${name}${said(text).slice(1)}\n\n`;
    const decoder = new ChunkDecoder();
    decoder.push(Buffer.from(inLines('"x"', 'data: ').repeat(2)));
    assert.throws(() => decoder.push(Buffer.from(inLines('"y"', ''))), isProviderFailure);
  });

  it('are found by the text that counts, where another one is like the probe', () => {
    const other = { index: 1, delta: { content: 'a' } };
    const choice = { index: 0, delta: { content: 'the text of an event' } };
    isSameEitherWay(`data: ${JSON.stringify({ choices: [other, choice] })}\n\n`.repeat(3));
  });

  it('are told as one delta in pieces where they came in one read', () => {
    const decoder = new ChunkDecoder();
    decoder.push(Buffer.from(`data: ${said('"x"')}\n\n`.repeat(2)));
    const read = ['"b"', '"\\n"', '"c d"'].map((text) => `data: ${said(text)}\n\n`).join('');
    const pieces = ['b', '\n', 'c d'];
    assert.deepEqual(decoder.push(Buffer.from(read)), [
      { type: 'delta', block: 0, text: 'b\nc d', pieces },
    ]);
  });

  it('are parsed after something else was said', () => {
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{' } };
    const calling = JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] });
    const text = `data: ${said('"x"')}\n\n`;
    isSameEitherWay(`${text}${text}data: ${calling}\n\n${text}${text}`);
  });
});
