import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { isProviderFailure } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import type { Decoder } from '../../src/chat/decoder.ts';

/* An event that differs from the one before in its text alone is not parsed. A member that is
   different in every event prevents that, and changes nothing else. */

/** Returns what asserts that a stream is read as if each of its events were parsed. */
export function eitherWay(aDecoder: () => Decoder): (stream: string) => void {
  return (stream) => {
    const parsed = outcomeOf(aDecoder(), [Buffer.from(numbered(stream))]);
    const reads = [[Buffer.from(stream)], ...[1, 2, 3].map((size) => readsOf(stream, size))];
    for (const pieces of reads) assert.deepEqual(outcomeOf(aDecoder(), pieces), parsed, stream);
  };
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
    return { parts: parts.flatMap(apart) };
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return { parts: parts.flatMap(apart), failure: error.failure };
  }
}

/** A delta as each of its pieces alone. */
function apart(part: ChatPart): readonly ChatPart[] {
  if (part.type !== 'delta' || part.pieces === undefined) return [part];
  const { pieces, ...delta } = part;
  assert.equal(pieces.join(''), delta.text);
  return pieces.map((text) => ({ ...delta, text }));
}

/** A stream in reads of this many events. */
function readsOf(stream: string, size: number): readonly Buffer[] {
  const events = stream.split(/(?<=\n\r?\n)/);
  const reads: Buffer[] = [];
  while (events.length > 0) reads.push(Buffer.from(events.splice(0, size).join('')));
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
  fc.string({ unit: 'binary', maxLength: 6 }),
);

/** Writes a character as an escape of JSON. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
