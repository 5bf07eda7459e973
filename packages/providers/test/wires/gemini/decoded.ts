import { Buffer } from 'node:buffer';
import {
  AnswerCollector,
  createPartCheck,
  type ChatPart,
  type ChatResult,
} from '@model-gateway/core/chat';
import { GeminiDecoder } from '../../../src/wires/gemini/decode.ts';

/** Who signs these answers. */
export const ISSUER = 'gemini@test';

export const aDecoder = () => new GeminiDecoder({ issuer: ISSUER, nameOf: (name) => name });

/** Decodes a stream in pieces, every part checked against the grammar. */
export function partsOf(pieces: readonly Uint8Array[]): readonly ChatPart[] {
  const decoder = aDecoder();
  return checked([...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]);
}

/** Decodes a stream of frames; a text is written as it is. */
export function resultOf(frames: readonly (object | string)[]): ChatResult {
  return collected(partsOf([streamOf(frames)]));
}

/** Decodes an answer in JSON. */
export function wholeResultOf(answer: unknown): ChatResult {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return collected(checked(aDecoder().whole(body)));
}

/** Writes frames as Google does. */
export function streamOf(frames: readonly (object | string)[]): Uint8Array {
  const lines = frames.map((frame) =>
    typeof frame === 'string' ? frame : `data: ${JSON.stringify(frame)}\r\n\r\n`,
  );
  return Buffer.from(lines.join(''));
}

/** A frame with parts of the only candidate. */
export function says(parts: readonly object[], finishReason?: string): object {
  const candidate = { content: { role: 'model', parts }, index: 0 };
  return {
    candidates: [finishReason === undefined ? candidate : { ...candidate, finishReason }],
    modelVersion: 'gemini-3.8-flash',
    responseId: 'r-1',
  };
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
