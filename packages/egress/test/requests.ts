import type { HttpClient, IncomingResponse, OutgoingRequest } from '@model-gateway/core';
import {
  createGuardedHttpClient,
  type GuardedHttpClientOptions,
  type StreamedRequest,
  type StreamingHttpClient,
} from '@model-gateway/egress';

/** A client that may call 127.0.0.1, and nothing else that is not public. */
export function loopbackClient(options: GuardedHttpClientOptions = {}) {
  return createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1', ...options });
}

/** Sends a GET with a signal that never aborts. */
export function get(
  client: HttpClient,
  url: string,
  options: Partial<OutgoingRequest> = {},
): Promise<IncomingResponse> {
  return client({ url, method: 'GET', signal: new AbortController().signal, ...options });
}

/** Sends a POST with a body that comes in parts, with a signal that never aborts. */
export function post(
  client: StreamingHttpClient,
  url: string,
  body: AsyncIterable<Uint8Array>,
  options: Partial<StreamedRequest> = {},
): Promise<IncomingResponse> {
  const { signal } = new AbortController();
  return client({ url, method: 'POST', signal, ...options, body });
}

/** The whole body as text. */
export async function textOf({ body }: IncomingResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
