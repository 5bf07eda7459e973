import assert from 'node:assert/strict';
import {
  ByteCollector,
  concatenate,
  encodeResponse,
  type GatewayHandler,
} from '@model-gateway/core/http';

export interface Sent {
  readonly method: string;
  /** With the query, without the base path. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A response as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request to the handler of a gateway under /v1 and reads the whole answer. */
export async function answerOf(handler: GatewayHandler, sent: Sent): Promise<Answer> {
  const [path = '', search] = sent.path.split('?');
  const response = await handler({
    method: sent.method,
    path: `/v1${path}`,
    search: search === undefined ? '' : `?${search}`,
    mount: '',
    headers: sent.headers ?? {},
    body: sent.body === undefined ? { kind: 'none' } : { kind: 'bytes', read: reading(sent.body) },
  });
  assert.ok(response, `${sent.method} ${sent.path} was not answered`);
  const { status, headers, parts, steps } = encodeResponse(response);
  const all = [...parts];
  for await (const step of steps ?? []) all.push(...step);
  return { status, headers, text: new TextDecoder().decode(concatenate(all)) };
}

/** Reads as adapters do: past the limit it throws. */
function reading(body: unknown) {
  return async (limitBytes: number) => {
    const collector = new ByteCollector(limitBytes, undefined);
    collector.push(new TextEncoder().encode(JSON.stringify(body)));
    return collector.bytes();
  };
}
