import assert from 'node:assert/strict';
import type { GatewayHandler } from '@model-gateway/core/http';
import { fetchGateway } from '@model-gateway/fetch';

interface Asked {
  readonly handle: GatewayHandler;
  readonly apiKey: string;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a web request to a gateway without a port: `send(gateway, 'GET /v1/models?limit=1')`. */
export async function send(gateway: Asked, line: string, sent: Sent = {}): Promise<Response> {
  const [method = '', target = ''] = line.split(' ');
  const { body, headers, signal } = sent;
  const request = new Request(`http://mock.example${target}`, {
    method,
    headers: {
      authorization: `Bearer ${gateway.apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  const response = await fetchGateway(gateway.handle, { mount: '' })(request);
  assert.ok(response, `${line} was not answered`);
  return response;
}

/** A request for an image that takes no time to draw. */
export function drawing(prompt: string, more: object = {}) {
  return { model: 'acme/paint-1', prompt, size: '64x64', ...more };
}
