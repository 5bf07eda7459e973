import type { GatewayResponse } from './message.ts';

type Headers = Readonly<Record<string, string>>;

/** A JSON response; the value is serialised only when it is sent. */
export function json(value: unknown, options: { status?: number; headers?: Headers } = {}) {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    body: { kind: 'json', value },
  } satisfies GatewayResponse;
}

/** A response of bytes that are serialised already. */
export function bytes(parts: readonly Uint8Array[], contentType: string, headers: Headers = {}) {
  return {
    status: 200,
    headers,
    body: { kind: 'bytes', parts, contentType },
  } satisfies GatewayResponse;
}

/** A response without a body. */
export function empty(status: number, headers: Headers = {}) {
  return { status, headers, body: { kind: 'none' } } satisfies GatewayResponse;
}

/** The same response with its JSON value changed; one without JSON comes back as it is. */
export function withJson(
  response: GatewayResponse,
  change: (value: unknown) => unknown,
): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'json') return response;
  return { ...response, body: { kind: 'json', value: change(body.value) } };
}

/** The same response with more headers; its own of the same name stay. */
export function withHeaders(response: GatewayResponse, headers: Headers): GatewayResponse {
  return { ...response, headers: { ...headers, ...response.headers } };
}
