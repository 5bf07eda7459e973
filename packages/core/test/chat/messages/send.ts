import assert from 'node:assert/strict';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import { MessageSchema } from '../../../src/resources/message.ts';
import { aRequest, KEY_TEXT } from '../../builders.ts';
import { MODEL, type Scene } from '../chat-builders.ts';

/** Sends POST /messages as Anthropic's client does. */
export async function send(
  { gateway }: Pick<Scene, 'gateway'>,
  body: object = {},
  { path = '/messages?beta=true', ...given }: Partial<GatewayRequest> = {},
): Promise<GatewayResponse> {
  const messages = [{ role: 'user', content: 'Hi' }];
  const bytes = Buffer.from(JSON.stringify({ model: MODEL, max_tokens: 50, messages, ...body }));
  const request = aRequest(path, {
    method: 'POST',
    headers: { 'x-api-key': KEY_TEXT, 'anthropic-version': '2023-06-01' },
    body: { kind: 'bytes', read: async () => bytes },
    ...given,
  });
  const response = await gateway.handle(request);
  assert.ok(response, `POST ${path} was not answered`);
  return response;
}

/** The JSON of an answer. */
export function messageOf({ body }: GatewayResponse): v.InferOutput<typeof MessageSchema> {
  assert.ok(body.kind === 'json');
  const json: unknown = JSON.parse(JSON.stringify(body.value));
  assert.ok(v.is(MessageSchema, json), JSON.stringify(json));
  return json;
}

/** The JSON of an error. */
export function errorOf({ body }: GatewayResponse) {
  assert.ok(body.kind === 'json');
  // What the gateway sent; a wrong shape shows as a difference.
  return body.value as {
    readonly type: string;
    readonly error: {
      readonly type: string;
      readonly message: string;
      readonly error_type: string;
    };
    readonly request_id: string;
    readonly metadata?: { readonly issues?: readonly { readonly path: string }[] };
  };
}
