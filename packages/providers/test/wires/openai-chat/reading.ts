import type { AnswerRules } from '../../../src/wires/openai-chat/answer-rules.ts';
import { ChunkDecoder } from '../../../src/wires/openai-chat/decode.ts';
import { readingOf, unnamed } from '../reading.ts';

/** Reads answers of a server with these rules. */
export const chatBy = (rules: AnswerRules) =>
  readingOf('test', () => new ChunkDecoder(rules), unnamed);

export const CHAT = chatBy({});

/** A chunk with a delta. */
export function chunk(delta: object | null, finish?: string | null): object {
  return { id: 'a-1', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** A chunk with entries of `tool_calls`. */
export const calls = (...entries: object[]) => chunk({ tool_calls: entries });
