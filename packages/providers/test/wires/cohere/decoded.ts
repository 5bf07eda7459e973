import { Buffer } from 'node:buffer';
import {
  AnswerCollector,
  createPartCheck,
  type ChatPart,
  type ChatResult,
} from '@model-gateway/core/chat';
import { CohereDecoder } from '../../../src/wires/cohere/decode.ts';

export const aDecoder = () => new CohereDecoder({ nameOf: (name) => name });

/** Decodes a stream in pieces, every part checked against the grammar. */
export function partsOf(pieces: readonly Uint8Array[]): readonly ChatPart[] {
  const decoder = aDecoder();
  return checked([...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]);
}

/** Decodes a stream of events; a text is written as it is. */
export function resultOf(events: readonly (object | string)[]): ChatResult {
  return collected(partsOf([streamOf(events)]));
}

/** Decodes an answer in JSON. */
export function wholeResultOf(answer: unknown): ChatResult {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return collected(checked(aDecoder().whole(body)));
}

/** Writes events as Cohere does. */
export function streamOf(events: readonly (object | string)[]): Uint8Array {
  const lines = events.map((event) =>
    typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`,
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
  const check = createPartCheck('cohere@test');
  const passed = parts.map((part) => check.check(part));
  check.end();
  return passed;
}
