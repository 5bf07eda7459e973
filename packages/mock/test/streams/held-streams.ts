import assert from 'node:assert/strict';
import { fetchGateway } from '@model-gateway/fetch';
import { createMockGateway, type MockTenant } from '@model-gateway/mock';
import { framesAsTheyCome } from '../frames-as-they-come.ts';

export const IMAGE = { model: 'acme/paint-1', prompt: 'red panda', size: '256x256', stream: true };

export function requestOf(
  gateway: MockTenant,
  body: object = IMAGE,
  signal?: AbortSignal,
): RequestInit {
  const headers = { authorization: `Bearer ${gateway.apiKey}` };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return signal === undefined ? init : { ...init, signal };
}

/** Draws without a socket. */
export async function draw(gateway: MockTenant, body: object = IMAGE): Promise<Response> {
  const request = new Request('http://host/v1/images', requestOf(gateway, body));
  const response = await fetchGateway(gateway.handle, { mount: '' })(request);
  assert.ok(response);
  return response;
}

/** Reads a stream: the events so far by kind, and whether it ended well. */
export function reading(response: Response) {
  const came: string[] = [];
  const read = async () => {
    for await (const frame of framesAsTheyCome(response)) came.push(kindOf(frame));
  };
  return { came, end: read() };
}

function kindOf(frame: string): string {
  if (frame.startsWith(':')) return frame;
  const data = frame.slice('data: '.length);
  if (data === '[DONE]') return data;
  const { type, partial_image_index: index = '', text = '', phase = '', error } = JSON.parse(data);
  if (error !== undefined) return `error ${error.code} ${error.message}`;
  return `${type.replace('image_generation.', '')} ${index}${phase} ${text}`.trim();
}

export const frozen = () => createMockGateway({ clock: 'frozen', latency: 'slow', credits: 5 });

/** Draws, with the latency that there is before the gateway begins. */
export async function drawn(tenant: MockTenant): Promise<Response> {
  const response = draw(tenant);
  await tenant.clock.advance('2s');
  return response;
}
