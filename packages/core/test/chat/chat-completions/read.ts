import assert from 'node:assert/strict';
import {
  ChatCompletionRequestSchema,
  readChatCompletion,
  type ChatCompletionRequest,
  type ReadConversation,
} from '@model-gateway/core/chat';
import { createBodyCheck, createJsonReader } from '@model-gateway/core/kit';

export const readJson = createJsonReader(ChatCompletionRequestSchema);
const check = createBodyCheck({ schema: ChatCompletionRequestSchema, secrets: [] });
export const HELLO = { role: 'user', content: 'Hello' };

/** Reads a body as the gateway does; the problems are those of whichever step finds some. */
export function read(body: unknown): ReadConversation | readonly string[] {
  const json = readJson(new TextEncoder().encode(JSON.stringify(body)));
  if (!json.ok) return [json.issue.message];
  const checked = check(json.value);
  if (!checked.ok) return checked.issues.map(({ message }) => message);
  // The check returns what its schema makes of the body.
  const result = readChatCompletion(checked.body as ChatCompletionRequest);
  return 'request' in result ? result : result.map(({ message }) => message);
}

export function requestOf(body: object): ReadConversation['request'] {
  const result = read({ model: 'acme/quill-1', messages: [HELLO], ...body });
  assert.ok('request' in result, JSON.stringify(result));
  return result.request;
}

export function problemsOf(body: object): readonly string[] {
  const result = read({ model: 'acme/quill-1', messages: [HELLO], ...body });
  assert.ok(!('request' in result), 'expected problems');
  return result;
}
