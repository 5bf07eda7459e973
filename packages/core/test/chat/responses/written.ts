import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { ChatPart } from '@model-gateway/core/chat';
import { collected } from '../collected.ts';
import { RESPONSES } from '../../../src/chat/dialects/responses/dialect.ts';
import { ResponseRequestSchema } from '../../../src/resources/response-request.ts';
import type { Response } from './rejoin.ts';

const TOOLS = [
  { type: 'function', name: 'tool', parameters: {} },
  { type: 'custom', name: 'patch' },
  { type: 'namespace', name: 'notes', tools: [{ type: 'function', name: 'add', parameters: {} }] },
];
/** A request with tools of every kind. */
export const BODY = v.parse(ResponseRequestSchema, { model: 'm', input: 'Hi', tools: TOOLS });
const READ = RESPONSES.read(BODY, { headers: {} });
assert.ok('request' in READ);
export const { request, echo } = READ;

export const facts = {
  id: 'gen-1-a',
  created: 1_700_000_000,
  model: 'acme/quill-1',
  provider: 'Acme',
  echo,
  now: () => 1_700_000_009,
};
export const usage = { usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 1 }, cost: 0.25 };

/** The frames of an answer. */
export function written(parts: readonly ChatPart[]): readonly string[] {
  const writer = RESPONSES.createWriter(facts, request);
  return [...writer.write(parts), ...writer.end(usage)];
}

/** The JSON of the whole answer. */
export function whole(parts: readonly ChatPart[]): Response {
  // What the writer under test made; a wrong shape shows as a difference.
  return JSON.parse(
    JSON.stringify(RESPONSES.writeAnswer(collected(parts), facts, usage)),
  ) as Response;
}
