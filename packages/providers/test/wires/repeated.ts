import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { isProviderFailure } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { anyCharacter } from '../../../core/test/any-character.ts';
import type { Decoder } from '../../src/chat/decoder.ts';

/* An event that differs from the one before in its text alone is not parsed. A member that is
   different in every event prevents that, and changes nothing else. */

/** Returns what asserts that a stream is read as if each of its events were parsed. */
export function eitherWay(aDecoder: () => Decoder): (stream: string) => void {
  return (stream) => isSame(aDecoder, eventsIn(stream), eventsIn(numbered(stream)));
}

/** Asserts that events are read as those that are all parsed, however many of them come in a read. */
export function isSame(
  aDecoder: () => Decoder,
  events: readonly Buffer[],
  parsed: readonly Buffer[],
): void {
  const expected = outcomeOf(aDecoder(), [Buffer.concat(parsed)]);
  const reads = [events.length, 1, 2, 3].map((size) => readsOf(events, size));
  for (const pieces of reads) {
    assert.deepEqual(outcomeOf(aDecoder(), pieces), expected, Buffer.concat(events).toString());
  }
}

interface Outcome {
  readonly parts: readonly ChatPart[];
  readonly failure?: string;
}

/** What a stream says, up to its failure. */
function outcomeOf(decoder: Decoder, pieces: readonly Uint8Array[]): Outcome {
  const parts: ChatPart[] = [];
  try {
    for (const piece of pieces) decoder.push(piece, parts);
    parts.push(...decoder.end());
    return { parts: told(parts.flatMap(apart)) };
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return { parts: told(parts.flatMap(apart)), failure: error.failure };
  }
}

/** Of the counts within a text, which are those so far, the last ones hold. */
function told(parts: readonly ChatPart[]): readonly ChatPart[] {
  const list: ChatPart[] = [];
  let counts: ChatPart[] = [];
  for (const part of parts) {
    if (part.type === 'usage') counts = [part];
    else if (part.type === 'delta') list.push(part);
    else list.push(...counts.splice(0), part);
  }
  return [...list, ...counts];
}

/** A delta as each of its pieces alone. */
function apart(part: ChatPart): readonly ChatPart[] {
  if (part.type !== 'delta' || part.pieces === undefined) return [part];
  const { pieces, ...delta } = part;
  assert.equal(pieces.join(''), delta.text);
  return pieces.map((text) => ({ ...delta, text }));
}

function eventsIn(stream: string): readonly Buffer[] {
  return stream.split(/(?<=\n\r?\n)/).map((event) => Buffer.from(event));
}

/** Events in reads of this many. */
function readsOf(events: readonly Buffer[], size: number): readonly Buffer[] {
  const left = [...events];
  const reads: Buffer[] = [];
  while (left.length > 0) reads.push(Buffer.concat(left.splice(0, size)));
  return reads;
}

/** The same events, each with a number of its own in its JSON. */
function numbered(stream: string): string {
  let number = 0;
  return stream.replace(/^(data: ?)\{/gm, (_, data: string) => `${data}{"_":${number++},`);
}

/** Texts that a model may say. */
export const words = fc.oneof(
  fc.constantFrom('a', ' b', '"', '\\', '\n', 'é', '🌍', '\u2028', '{"content":"x"}', ''),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
);

/** Writes a character as an escape of JSON. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Streams of events: each printed in some way, or all of them in one. */
export function streamsOf<Event, Printed>(
  events: fc.Arbitrary<Event>,
  prints: readonly ((event: Event) => Printed)[],
): fc.Arbitrary<readonly Printed[]> {
  const print = fc.constantFrom(...prints);
  const mixed = fc
    .array(fc.tuple(events, print), { maxLength: 12 })
    .map((list) => list.map(([event, printed]) => printed(event)));
  const alike = fc
    .tuple(fc.array(events, { maxLength: 12 }), print)
    .map(([list, printed]) => list.map((event) => printed(event)));
  return fc.oneof(mixed, alike);
}
