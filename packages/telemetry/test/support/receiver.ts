import { gunzipSync } from 'node:zlib';
import type { HttpClient, IncomingResponse, OutgoingRequest } from '@model-gateway/core';

/** A request that reached the receiver. */
export interface Received extends OutgoingRequest {
  /** The body, decompressed. */
  readonly raw: Uint8Array;
}

/** An answer, or what happens instead: an error, or no answer until the request is called off. */
export type Reaction =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Uint8Array | string;
    }
  | Error
  | 'silence';

/** A receiver in memory instead of a network. */
export interface Receiver {
  readonly http: HttpClient;
  readonly received: Received[];
}

/** Creates a receiver; `react` answers each request, with 200 by default. */
export function aReceiver(
  react: (request: Received, position: number) => Reaction = () => ({ status: 200 }),
): Receiver {
  const received: Received[] = [];
  const http: HttpClient = async (request) => {
    request.signal.throwIfAborted();
    const bytes =
      typeof request.body === 'string'
        ? new TextEncoder().encode(request.body)
        : (request.body ?? new Uint8Array());
    const isZipped = request.headers?.['content-encoding'] === 'gzip';
    const entry = { ...request, raw: isZipped ? new Uint8Array(gunzipSync(bytes)) : bytes };
    received.push(entry);
    const reaction = react(entry, received.length - 1);
    if (reaction instanceof Error) throw reaction;
    if (reaction === 'silence') return untilCalledOff(request.signal);
    return toResponse(reaction);
  };
  return { http, received };
}

/** The text of a received body. */
export function textOf({ raw }: Received): string {
  return new TextDecoder().decode(raw);
}

function untilCalledOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function toResponse({ status, headers = {}, body = '' }: Exclude<Reaction, Error | string>) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  async function* chunks() {
    yield bytes;
  }
  return { status, headers, body: chunks() } satisfies IncomingResponse;
}
