import { createPartCheck, type ChatPart, type ChatResult } from '@model-gateway/core/chat';
import { collected } from '../../../core/test/chat/collected.ts';
import type { Decoder } from '../../src/chat/decoder.ts';

/** Reads answers of one wire, every part checked against the grammar. */
export interface Reading<Event> {
  /** Who seals what these answers say. */
  readonly issuer: string;
  readonly aDecoder: () => Decoder;
  /** Decodes a stream in pieces. */
  readonly partsOf: (pieces: readonly Uint8Array[]) => readonly ChatPart[];
  /** Decodes a stream of events. */
  readonly resultOf: (events: readonly Event[]) => ChatResult;
  /** Decodes an answer in JSON; a text is one as it is. */
  readonly wholeResultOf: (answer: unknown) => ChatResult;
  /** Writes events as the wire does. */
  readonly streamOf: (events: readonly Event[]) => Buffer;
}

/** Returns what reads the answers of a decoder, whose events `write` writes. */
export function readingOf<Event>(
  issuer: string,
  aDecoder: () => Decoder,
  write: (event: Event) => string | Uint8Array,
): Reading<Event> {
  const streamOf = (events: readonly Event[]) =>
    Buffer.concat(events.map((event) => Buffer.from(write(event))));
  const checked = (parts: readonly ChatPart[]) => {
    const check = createPartCheck(issuer);
    const passed = parts.map((part) => check.check(part));
    check.end();
    return passed;
  };
  const partsOf = (pieces: readonly Uint8Array[]) => {
    const decoder = aDecoder();
    return checked([...pieces.flatMap((piece) => decoder.push(piece, [])), ...decoder.end()]);
  };
  return {
    issuer,
    aDecoder,
    partsOf,
    streamOf,
    resultOf: (events) => collected(partsOf([streamOf(events)])),
    wholeResultOf: (answer) =>
      collected(
        checked(aDecoder().whole(typeof answer === 'string' ? answer : JSON.stringify(answer))),
      ),
  };
}

/** An event of a stream; a text is one as it is. */
export type TextEvent = object | string;

/** Writes an event without a name. */
export const unnamed = (event: TextEvent): string =>
  typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`;

/** Writes an event named by its type. */
export const named = (event: TextEvent): string =>
  typeof event === 'string' || !('type' in event)
    ? unnamed(event)
    : `event: ${String(event.type)}\n${unnamed(event)}`;
