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
