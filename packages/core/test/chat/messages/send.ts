import assert from 'node:assert/strict';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import { MessageSchema } from '../../../src/resources/message.ts';
import { KEY_TEXT, post } from '../../builders.ts';
import { MODEL, type Scene } from '../chat-builders.ts';

/** Sends POST /messages as Anthropic's client does. */
export async function send(
  { gateway }: Pick<Scene, 'gateway'>,
  body: object = {},
  { path = '/messages?beta=true', ...given }: Partial<GatewayRequest> = {},
): Promise<GatewayResponse> {
  const messages = [{ role: 'user', content: 'Hi' }];
  const whole = { model: MODEL, max_tokens: 50, messages, ...body };
  const headers = { 'x-api-key': KEY_TEXT, 'anthropic-version': '2023-06-01' };
  return post(gateway, path, whole, { headers, ...given });
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
