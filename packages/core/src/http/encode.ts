import { byteLength } from '../bytes/byte-length.ts';
import { encodeText } from '../bytes/encode-text.ts';
import { isGatewayResponse, lackOf } from './is-gateway-response.ts';
import { Passed } from './arrivals.ts';
import type { GatewayResponse, ServerSentEvent } from './message.ts';
import { TextChunks } from './text-chunks.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
export const RSS_TYPE = 'application/rss+xml; charset=utf-8';
const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

/**
 * A response ready to be written: its headers complete, its body bytes or a stream of bytes, or of
 * texts, too, where `encodeResponse` may leave them.
 */
export interface EncodedResponse<Part = Uint8Array> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Lines of `set-cookie`, each a header of its own. */
  readonly cookies?: readonly string[] | undefined;
  readonly parts: readonly Uint8Array[];
  /** The whole body in place of `parts`, all of it ASCII, where `encodeResponse` may leave it a text. */
  readonly text?: string | undefined;
  /**
   * Bytes to come; those of one step belong together and are released before the next step is
   * requested.
   */
  readonly steps?: AsyncIterable<Iterable<Part>>;
  /** Aborts when the adapter must close the connection because the client does not read. */
  readonly signal?: AbortSignal | undefined;
  /** Called when all parts have left, or all bytes of a step before the next one is requested. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * Serialises the body and completes `content-type` and `content-length` (in bytes). Throws a `TypeError`
 * with one sentence for what is not a response: a handler in plain JavaScript may return anything.
 */
export function encodeResponse(response: GatewayResponse, form?: 'bytes'): EncodedResponse;
/**
 * Does the same, and leaves JSON in ASCII and parts of a stream that are made as text as they are, for
 * hosts that write a text.
 */
export function encodeResponse(
  response: GatewayResponse,
  form: 'text',
): EncodedResponse<Uint8Array | string>;
export function encodeResponse(
  response: GatewayResponse,
  form: 'bytes' | 'text' = 'bytes',
): EncodedResponse<Uint8Array | string> {
  if (!isGatewayResponse(response))
    throw new TypeError(
      `the handler returned ${lackOf(response)}: return jsonResponse(value) or another response of @model-gateway/core/http`,
    );
  const encoded = encodeBody(response, form);
  // Most responses set none, and are not copied for it.
  return response.cookies === undefined ? encoded : { ...encoded, cookies: response.cookies };
}

function encodeBody(
  { status, headers, body }: GatewayResponse,
  form: 'bytes' | 'text',
): EncodedResponse<Uint8Array | string> {
  switch (body.kind) {
    case 'none':
      return { status, headers: withEmptyLength(status, headers), parts: [] };
    case 'json': {
      const text = JSON.stringify(body.value);
      const length = byteLength(text);
      const whole = withBody(headers, JSON_TYPE, length);
      // Every other character takes more bytes than it counts.
      const isLeft = form === 'text' && length === text.length;
      return isLeft
        ? { status, headers: whole, parts: [], text }
        : { status, headers: whole, parts: [encodeText(text)] };
    }
    case 'bytes': {
      let length = 0;
      for (const part of body.parts) length += part.byteLength;
      return {
        status,
        headers: withBody(headers, body.contentType, length),
        parts: body.parts,
        onSent: body.onSent,
      };
    }
    case 'events':
      return {
        status,
        headers: untransformed({ 'content-type': EVENTS_TYPE, ...headers }),
        parts: [],
        steps: new Passed(body.events, { pass: encodeEvent }),
        signal: body.signal,
        onSent: body.onSent,
      };
    case 'stream': {
      const { chunks } = body;
      const parts = form === 'text' && chunks instanceof TextChunks ? chunks.texts : chunks;
      return {
        status,
        headers: untransformed({ 'content-type': body.contentType, ...headers }),
        parts: [],
        steps: new Passed<Uint8Array | string, [Uint8Array | string]>(parts, {
          pass: (part) => [part],
        }),
        signal: body.signal,
      };
    }
  }
}

/**
 * Returns the response to HEAD: the headers that GET would send, `content-length` included, and no
 * body.
 */
export function withoutBody(response: GatewayResponse): GatewayResponse {
  const { headers } = encodeResponse(response);
  return { ...response, headers, body: { kind: 'none' } };
}

/** Encodes one server-sent event for the wire: LF line ends, closed by a blank line. */
export function* encodeEvent(event: ServerSentEvent): Generator<Uint8Array> {
  let text = event.id === undefined ? '' : lines('id:', event.id);
  if (event.event !== undefined) text += lines('event:', event.event);
  if (event.comment !== undefined) text += lines(':', event.comment);
  if (event.data !== undefined) text += lines('data:', event.data);
  if (event.dataParts === undefined) {
    yield encodeText(`${text}\n`);
    return;
  }
  yield encodeText(`${text}data: `);
  yield* event.dataParts;
  yield END_OF_EVENT;
}

/** A proxy that compresses or buffers a stream keeps the client waiting. */
function untransformed(headers: Readonly<Record<string, string>>) {
  const { 'cache-control': caching } = headers;
  const directives = caching === undefined ? 'no-transform' : `${caching}, no-transform`;
  return { 'x-accel-buffering': 'no', ...headers, 'cache-control': directives };
}

const END_OF_EVENT = encodeText('\n\n');
const LINE_BREAK = /\r\n|\r|\n/;

function lines(field: string, text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `${field} ${line}\n`)
    .join('');
}

function withBody(headers: Readonly<Record<string, string>>, contentType: string, length: number) {
  // Spread first: V8 clones such an object at once, and copies any other member by member.
  return {
    ...headers,
    'content-type': headers['content-type'] ?? contentType,
    'content-length': String(length),
  };
}

const STATUSES_WITHOUT_LENGTH = new Set([204, 304]);

function withEmptyLength(status: number, headers: Readonly<Record<string, string>>) {
  if (status < 200 || STATUSES_WITHOUT_LENGTH.has(status) || 'content-length' in headers) {
    return headers;
  }
  return { ...headers, 'content-length': '0' };
}
