import assert from 'node:assert/strict';
import * as v from 'valibot';
import { RESPONSES } from '../../../src/chat/dialects/responses/dialect.ts';
import { ResponseRequestSchema } from '../../../src/resources/response-request.ts';

/** Reads a body as the operation does. */
function read(body: object) {
  const whole = v.parse(ResponseRequestSchema, { model: 'acme/quill-1', input: 'Hi', ...body });
  return RESPONSES.read(whole, { headers: {} });
}

/** The same for a body without problems. */
export function conversationOf(body: object) {
  const result = read(body);
  assert.ok('request' in result, JSON.stringify(result));
  return result;
}

export const requestOf = (body: object) => conversationOf(body).request;
export const messagesOf = (...input: readonly object[]) => requestOf({ input }).messages;

/** The problems of a body that has some. */
export function issuesOf(body: object): readonly string[] {
  const result = read(body);
  assert.ok(!('request' in result), 'it was read');
  return result.map(({ message }) => message);
}

export const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more });
export const CALL = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' };
export const RESULT = { type: 'function_call_output', call_id: 'c1', output: 'ok' };
export const call = { type: 'call', id: 'c1', name: 'f', input: '{"a":1}', by: 'client' };
export const result = (...blocks: readonly object[]) => ({
  type: 'result',
  id: 'c1',
  isError: false,
  blocks,
});

export const FUNCTION = {
  type: 'function',
  name: 'f',
  description: 'F',
  parameters: { type: 'object', properties: { big: { const: 9007199254740991 } } },
  strict: true,
};
export const CUSTOM = {
  type: 'custom',
  name: 'patch',
  format: { type: 'grammar', definition: 'x' },
};
export const SPACE = {
  type: 'namespace',
  name: 'notes',
  description: 'N',
  tools: [FUNCTION, CUSTOM],
};
