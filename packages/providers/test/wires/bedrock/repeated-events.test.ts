import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { awsEvent } from '../../../src/fakes/aws-frames.ts';
import { isSame, streamsOf, words } from '../repeated.ts';
import { BEDROCK } from './reading.ts';

interface Event {
  readonly type: string;
  readonly payload: object;
}

const padding = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('abc', 'abcdef'));
const deltas = fc.oneof(
  { weight: 6, arbitrary: words.map((text) => ({ text })) },
  { weight: 3, arbitrary: words.map((text) => ({ reasoningContent: { text } })) },
  fc.tuple(words, words).map(([a, b]) => ({ text: a, reasoningContent: { text: b } })),
  words.map((signature) => ({ reasoningContent: { signature } })),
  fc.constant({ toolUse: { input: '{' } }),
);
const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ contentBlockIndex: fc.constantFrom(0, 0, 0, 1), delta: deltas, p: padding })
      .map((payload) => ({ type: 'contentBlockDelta', payload })),
  },
  fc
    .record({ delta: deltas, p: padding })
    .map((payload) => ({ type: 'other', payload: { contentBlockIndex: 0, ...payload } })),
  fc.constantFrom(
    { type: 'contentBlockStop', payload: { contentBlockIndex: 0 } },
    { type: 'contentBlockStart', payload: { contentBlockIndex: 1, start: {} } },
    { type: 'messageStop', payload: { stopReason: 'end_turn' } },
  ),
);
const END = { type: 'messageStop', payload: { stopReason: 'max_tokens' } };
const framed = ({ type, payload }: Event) => awsEvent(type, payload);

/** Asserts that events are read as those that have a number each. */
function isSameEitherWay(list: readonly Event[]): void {
  const numbered = list.map(({ type, payload }, number) => ({
    type,
    payload: { _: number, ...payload },
  }));
  isSame(BEDROCK.aDecoder, list.map(framed), numbered.map(framed));
}

describe('frames of AWS that differ in their text and their padding alone', () => {
  it('are read as if each were parsed, whatever a server sends', () => {
    fc.assert(
      fc.property(streamsOf(events, [(event) => event]), fc.constantFrom([], [END]), (said, end) =>
        isSameEitherWay([...said, ...end]),
      ),
      { numRuns: 2000, seed: 29 },
    );
  });

  it('are read with all that signs them', () => {
    const signed = (text: string) => ({
      type: 'contentBlockDelta',
      payload: { contentBlockIndex: 0, delta: { reasoningContent: { text, signature: 's' } } },
    });
    isSameEitherWay([...['a', 'b', 'c', 'd'].map(signed), END]);
  });

  it('are told as one delta where they came in one read, up to one that is broken', () => {
    const said = (text: string, p: string) =>
      awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text }, p });
    const decoder = BEDROCK.aDecoder();
    decoder.push(Buffer.concat([said('a', 'abc'), said('b', 'ab')]), []);
    const broken = said('e', 'abc');
    broken[broken.byteLength - 8] = 0;
    const parts: object[] = [];
    const read = Buffer.concat([said('c', 'a'), said('d', ''), broken]);
    // Anything that takes parts.
    assert.throws(() => decoder.push(read, parts as never), { failure: 'malformed' });
    assert.deepEqual(parts, [{ type: 'delta', block: 0, text: 'cd', pieces: ['c', 'd'] }]);
  });
});
