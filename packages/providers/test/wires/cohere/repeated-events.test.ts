import { describe } from 'node:test';
import fc from 'fast-check';
import { readEitherWay } from '../repeated-suite.ts';
import { words } from '../repeated.ts';
import { COHERE } from './reading.ts';

const messages = fc.oneof(
  { weight: 6, arbitrary: words.map((text) => ({ content: { text } })) },
  { weight: 3, arbitrary: words.map((thinking) => ({ content: { thinking } })) },
  fc.record({ text: words, thinking: words }).map((content) => ({ content })),
  words.map((tool_plan) => ({ tool_plan })),
);
const sources = [{ type: 'document', document: { url: 'https://a.example', title: 'A' } }];
const OTHERS: readonly object[] = [
  {
    type: 'tool-call-start',
    index: 0,
    delta: { message: { tool_calls: { function: { name: 'f' } } } },
  },
  { type: 'tool-call-end', index: 0 },
  { type: 'content-end', index: 0 },
  { type: 'citation-start', delta: { message: { citations: { start: 0, end: 1, sources } } } },
  { type: 'message-end', delta: { finish_reason: 'COMPLETE' } },
  { type: 'other', message: 'no' },
];
const events = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom('content-delta', 'content-delta', 'content-start', 'tool-plan-delta'),
      index: fc.constantFrom(0, 0, 0, 1),
      delta: messages.map((message) => ({ message })),
    }),
  },
  fc.constantFrom(...OTHERS),
);

const END = {
  type: 'message-end',
  delta: { finish_reason: 'COMPLETE', usage: { tokens: { input_tokens: 3, output_tokens: 4 } } },
};

describe('events that differ in their text alone', () => {
  const folder = new URL('wire/', import.meta.url);
  readEitherWay({ aDecoder: COHERE.aDecoder, events, end: END, folder });
});
