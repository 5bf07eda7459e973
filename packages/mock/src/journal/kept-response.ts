import type { GatewayResponse, ResponseBody } from '@model-gateway/core/http';

/** An answer as the journal holds it, with everything that may be secret. */
export interface KeptResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: KeptAnswer;
  /** Bytes of the body; of JSON about the length of its texts. */
  readonly size: number;
}

/** The body of an answer. Streams grow while they are sent. */
export type KeptAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly parts: readonly Uint8Array[]; readonly contentType: string }
  | {
      readonly kind: 'stream';
      readonly contentType: string;
      readonly chunks: KeptChunk[];
      /** The number of chunks that were sent and are not kept. */
      readonly leftOut: number;
    }
  /** Too long to be kept, or among the oldest. */
  | { readonly kind: 'left out' };

/** A part of a streamed answer: an event, or bytes as they were sent. */
export interface KeptChunk {
  /** Milliseconds since the request arrived, by the tenant's clock. */
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** Returns the answer to be kept; the chunks of a stream are added later. */
export function toKeptResponse({ headers, body }: GatewayResponse): KeptResponse {
  return { headers, body: keptAnswer(body), size: sizeOf(body) };
}

/** The same answer without what takes memory. */
export function withoutBody({ headers }: KeptResponse): KeptResponse {
  return { headers, body: { kind: 'left out' }, size: 0 };
}

function keptAnswer(body: ResponseBody): KeptAnswer {
  if (body.kind === 'events') return streamOf('text/event-stream; charset=utf-8');
  return body.kind === 'stream' ? streamOf(body.contentType) : body;
}

function streamOf(contentType: string): KeptAnswer {
  return { kind: 'stream', contentType, chunks: [], leftOut: 0 };
}

function sizeOf(body: ResponseBody): number {
  if (body.kind === 'json') return textSizeOf(body.value);
  return body.kind === 'bytes'
    ? body.parts.reduce((size, { byteLength }) => size + byteLength, 0)
    : 0;
}

/** Images are long texts near the top; what lies beyond this many values adds little. */
const MOST_VISITED = 2000;

function textSizeOf(value: unknown): number {
  const waiting: unknown[] = [value];
  let size = 0;
  for (let visited = 0; visited < MOST_VISITED && waiting.length > 0; visited++) {
    const next = waiting.pop();
    if (typeof next === 'string') size += next.length;
    else if (typeof next === 'object' && next !== null) {
      // A list of some million items is not copied to look at a few.
      const members = Array.isArray(next) ? next.slice(0, MOST_VISITED) : Object.values(next);
      for (const member of members) waiting.push(member);
    } else size += 8;
  }
  return size;
}
