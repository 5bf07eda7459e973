import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { named } from '../reading.ts';
import { readEitherWay } from '../repeated-suite.ts';
import { eitherWay, words } from '../repeated.ts';
import { RESPONSES } from './reading.ts';

const isSameEitherWay = eitherWay(RESPONSES.aDecoder);

const TYPES =
  'output_text output_text output_text refusal reasoning_text reasoning_summary_text function_call_arguments other'
    .split(' ')
    .map((what) => `response.${what}.delta`);
const events = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(...TYPES),
      sequence_number: fc.oneof(fc.nat(20), fc.constantFrom(-1, 1.5, 'a', 2 ** 60)),
      output_index: fc.constantFrom(0, 0, 0, 1),
      content_index: fc.constantFrom(0, 0, 0, 1),
      delta: words,
      logprobs: fc.constantFrom(undefined, [], [], [{ token: 'a', logprob: -1 }]),
      obfuscation: fc.option(words, { nil: undefined }),
    }),
  },
  fc.constantFrom<object>(
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message' } },
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { type: 'function_call', call_id: 'a', name: 'f' },
    },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'message', content: [] } },
    { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'a' },
    { type: 'error', error: { message: 'no' } },
  ),
);

const END = { type: 'response.completed', response: { status: 'completed', output: [] } };

describe('events that differ in their text and their number alone', () => {
  const folder = new URL('wire/', import.meta.url);
  readEitherWay({ aDecoder: RESPONSES.aDecoder, events, end: END, folder });

  const broken: Readonly<Record<string, string>> = {
    'a line break in what hides the length': '"sequence_number":9,"delta":"c","obfuscation":"\t"',
    'an invalid escape in it': '"sequence_number":9,"delta":"c","obfuscation":"\\x"',
    'a number that is not JSON': '"sequence_number":09,"delta":"c","obfuscation":""',
    'a second text': '"sequence_number":9,"delta":"c","obfuscation":"","delta":"d"',
    'no text': '"sequence_number":9,"delta":"","obfuscation":""',
  };
  for (const [what, members] of Object.entries(broken)) {
    it(`do not hide ${what}`, () => {
      const said = (rest: string) => `data: {"type":"response.output_text.delta",${rest}}\n\n`;
      const before = said('"sequence_number":8,"delta":"b","obfuscation":"a"').repeat(3);
      isSameEitherWay(before + said(members) + named(END));
    });
  }

  it('are told as one delta where they came in one read', () => {
    const said = (delta: string, sequence_number: number) => ({
      type: 'response.output_text.delta',
      sequence_number,
      delta,
      obfuscation: 'x'.repeat(sequence_number),
    });
    const decoder = RESPONSES.aDecoder();
    decoder.push(RESPONSES.streamOf([said('a', 8), said('b', 9)]), []);
    assert.deepEqual(decoder.push(RESPONSES.streamOf([said('c', 10), said('d', 11)]), []), [
      { type: 'delta', block: 0, text: 'cd', pieces: ['c', 'd'] },
    ]);
  });
});
