import {
  AnswerCollector,
  createPartCheck,
  type ChatPart,
  type ChatResult,
} from '@model-gateway/core/chat';
import { MessageDecoder } from '../../../src/wires/anthropic/decode.ts';

/** Who signs the thinking of these answers. */
export const ISSUER = 'anthropic-messages@test/claude';

export const aDecoder = () => new MessageDecoder({ issuer: ISSUER, nameOf: (name) => name });

/** Decodes a stream in pieces, every part checked against the grammar. */
export function partsOf(pieces: readonly Uint8Array[]): readonly ChatPart[] {
  const decoder = aDecoder();
  return checked([...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]);
}

/** Decodes a stream of events; a text is written as it is. */
export function resultOf(events: readonly (object | string)[]): ChatResult {
  return collected(partsOf([streamOf(events)]));
}

/** Decodes a message in JSON. */
export function wholeResultOf(answer: unknown): ChatResult {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return collected(checked(aDecoder().whole(body)));
}

/** Writes events, named by their types. */
export function streamOf(events: readonly (object | string)[]): Uint8Array {
  const lines = events.map((event) =>
    typeof event === 'string'
      ? event
      : `event: ${'type' in event ? String(event.type) : ''}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  return Buffer.from(lines.join(''));
}

/** Puts parts together. */
export function collected(parts: readonly ChatPart[]): ChatResult {
  const collector = new AnswerCollector();
  for (const part of parts) collector.add(part);
  return collector.result();
}

function checked(parts: readonly ChatPart[]): readonly ChatPart[] {
  const check = createPartCheck(ISSUER);
  const passed = parts.map((part) => check.check(part));
  check.end();
  return passed;
}
