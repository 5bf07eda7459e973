import type { GatewayResponse, ServerSentEvent } from './message.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Returns a JSON response; the value is serialised when it is sent. The status is 200 by default.
 *
 * @example
 * jsonResponse({ data: [] }, { headers: { 'cache-control': 'no-store' } });
 */
export function jsonResponse(value: unknown, options: { status?: number; headers?: Headers } = {}) {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    body: { kind: 'json', value },
  } satisfies GatewayResponse;
}

/** Returns a 200 of ready bytes. */
export function bytesResponse(
  parts: readonly Uint8Array[],
  contentType: string,
  headers: Headers = {},
) {
  return {
    status: 200,
    headers,
    body: { kind: 'bytes', parts, contentType },
  } satisfies GatewayResponse;
}

/**
 * Returns a 200 of server-sent events, sent as they come. Leaving early ends the iterator with
 * `return()`.
 *
 * @example
 * async function* count() {
 *   for (let n = 1; n <= 3; n++) yield { data: JSON.stringify({ n }) };
 * }
 * eventsResponse(count());
 */
export function eventsResponse(events: AsyncIterable<ServerSentEvent>, headers: Headers = {}) {
  return { status: 200, headers, body: { kind: 'events', events } } satisfies GatewayResponse;
}

/** Returns a response without a body. */
export function emptyResponse(status: number, headers: Headers = {}) {
  return { status, headers, body: { kind: 'none' } } satisfies GatewayResponse;
}

/** Returns the response with its JSON value changed, or unchanged when its body is not JSON. */
export function withJson(
  response: GatewayResponse,
  change: (value: unknown) => unknown,
): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'json') return response;
  return { ...response, body: { kind: 'json', value: change(body.value) } };
}

/** Returns the response with more headers; its own headers of the same name take precedence. */
export function withHeaders(response: GatewayResponse, headers: Headers): GatewayResponse {
  return { ...response, headers: { ...headers, ...response.headers } };
}
