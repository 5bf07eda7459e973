import { Buffer } from 'node:buffer';
import {
  AnswerCollector,
  createPartCheck,
  type ChatPart,
  type ChatResult,
} from '@model-gateway/core/chat';
import type { AnswerRules } from '../../../src/wires/openai-chat/answer-rules.ts';
import { ChunkDecoder } from '../../../src/wires/openai-chat/decode.ts';

/** Decodes a stream in pieces, every part checked against the grammar. */
export function partsOf(
  pieces: readonly Uint8Array[],
  rules: AnswerRules = {},
): readonly ChatPart[] {
  const decoder = new ChunkDecoder(rules);
  const check = createPartCheck('test');
  const parts = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
  const checked = parts.map((part) => check.check(part));
  check.end();
  return checked;
}

/** Decodes a stream of chunks, which are written as events; a text is written as it is. */
export function resultOf(
  chunks: readonly (object | string)[],
  rules: AnswerRules = {},
): ChatResult {
  return collected(partsOf([streamOf(chunks)], rules));
}

/** Decodes an answer in JSON. */
export function wholeResultOf(answer: unknown, rules: AnswerRules = {}): ChatResult {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const check = createPartCheck('test');
  const parts = new ChunkDecoder(rules).whole(body).map((part) => check.check(part));
  check.end();
  return collected(parts);
}

/** Writes chunks as events. */
export function streamOf(chunks: readonly (object | string)[]): Uint8Array {
  const lines = chunks.map((chunk) =>
    typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`,
  );
  return Buffer.from(lines.join(''));
}

/** A chunk with a delta. */
export function chunk(delta: object | null, finish?: string | null): object {
  return { id: 'a-1', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** A chunk with entries of `tool_calls`. */
export const calls = (...entries: object[]) => chunk({ tool_calls: entries });

/** Puts parts together. */
export function collected(parts: readonly ChatPart[]): ChatResult {
  const collector = new AnswerCollector();
  for (const part of parts) collector.add(part);
  return collector.result();
}
