import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MessageDecoder } from '../../../src/wires/anthropic/decode.ts';
import { named } from '../reading.ts';
import { readEitherWay } from '../repeated-suite.ts';
import { eitherWay, words } from '../repeated.ts';
import { ISSUER } from './reading.ts';

const aDecoder = () => new MessageDecoder({ issuer: ISSUER, nameOf: (name) => name });
const isSameEitherWay = eitherWay(aDecoder);

const deltas = fc.oneof(
  { weight: 8, arbitrary: words.map((text) => ({ type: 'text_delta', text })) },
  { weight: 4, arbitrary: words.map((thinking) => ({ type: 'thinking_delta', thinking })) },
  fc.record({
    type: fc.constantFrom('text_delta', 'thinking_delta'),
    text: words,
    thinking: words,
  }),
  words.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  words.map((signature) => ({ type: 'signature_delta', signature })),
);
const index = fc.constantFrom(0, 0, 0, 1);
const OTHERS = ['ping', 'message_delta', 'content_block_start', 'content_block_stop', 'other'];
const BLOCKS = [
  { type: 'text', text: '' },
  { type: 'thinking', thinking: 'a' },
  { type: 'tool_use', id: 'a', name: 'f', input: {} },
];
const events = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('content_block_delta'), index, delta: deltas }),
  },
  fc.record({
    type: fc.constantFrom(...OTHERS),
    index,
    delta: deltas,
    content_block: fc.constantFrom(...BLOCKS),
  }),
  fc.constant({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
  fc.constant({ type: 'error', error: { type: 'overloaded_error', message: 'no' } }),
);

describe('events that differ in their text alone', () => {
  const folder = new URL('wire/', import.meta.url);
  readEitherWay({ aDecoder, events, end: { type: 'message_stop' }, folder });

  it('are no input of a call, nor another text that is the same', () => {
    const delta = (members: object) =>
      named({ type: 'content_block_delta', index: 0, delta: members });
    const call = { type: 'tool_use', id: 'a', name: 'f' };
    const begins = named({ type: 'content_block_start', index: 0, content_block: call });
    const input = (partial_json: string, text: string) =>
      delta({ type: 'input_json_delta', partial_json, text });
    isSameEitherWay(begins + input('{', '{') + input('{', 'b') + input('}', 'c'));
    const thinking = (text: string) => delta({ type: 'thinking_delta', text, thinking: 'a' });
    isSameEitherWay(thinking('a').repeat(3) + thinking('b'));
  });

  it('are read only of the type that says something', () => {
    const delta = { type: 'text_delta', text: 'a' };
    const said = named({ type: 'content_block_delta', index: 0, delta });
    for (const type of OTHERS) isSameEitherWay(said + named({ type, index: 0, delta }).repeat(3));
  });
});
