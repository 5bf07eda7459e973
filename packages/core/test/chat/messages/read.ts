import assert from 'node:assert/strict';
import {
  MessageRequestSchema,
  readMessage,
  type MessageRequest,
  type ReadConversation,
} from '@model-gateway/core/chat';
import { createBodyCheck, createJsonReader } from '@model-gateway/core/kit';

const readJson = createJsonReader(MessageRequestSchema);
const check = createBodyCheck({ schema: MessageRequestSchema, secrets: [] });
export const HELLO = { role: 'user', content: 'Hello' };

/** Reads a body as the gateway does; the problems are those of whichever step finds some. */
export function read(
  members: object,
  headers: Readonly<Record<string, string>> = {},
): ReadConversation | readonly string[] {
  const body = { model: 'acme/quill-1', messages: [HELLO], ...members };
  const json = readJson(new TextEncoder().encode(JSON.stringify(body)));
  if (!json.ok) return [json.issue.message];
  const checked = check(json.value);
  if (!checked.ok) return checked.issues.map(({ message }) => message);
  // The check returns what its schema makes of the body.
  const result = readMessage(checked.body as MessageRequest, { headers });
  return 'request' in result ? result : result.map(({ message }) => message);
}

/** The same for a body without problems. */
export function good(
  members: object,
  headers?: Readonly<Record<string, string>>,
): ReadConversation {
  const result = read(members, headers);
  assert.ok('request' in result, JSON.stringify(result));
  return result;
}

export const requestOf = (members: object) => good(members).request;
