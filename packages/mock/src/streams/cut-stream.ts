import {
  encodeEvent,
  withEnding,
  type GatewayResponse,
  type ServerSentEvent,
} from '@model-gateway/core/http';
import { diagnostic } from '../diagnostics.ts';
import type { StreamedRequest } from './streamed-request.ts';
import { endOfStream, STREAM_ENDINGS, type StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/**
 * The place where a stream ends: after a number of events (comments do not count), or of bytes of
 * the body, which may be in the middle of an event. At the latest before its `[DONE]`.
 */
export type EndingPlace = { readonly afterEvents: number } | { readonly afterBytes: number };

/** How and where a stream ends. */
export interface StreamEndOptions {
  readonly ending: StreamEnding;
  /** Right before `[DONE]` by default. */
  readonly at?: EndingPlace | undefined;
  /** The error of an `error-event`. */
  readonly error?: StreamError | undefined;
}

/**
 * Returns the streamed response with another ending. The gateway's own stream is closed where it is
 * cut, so images that were incomplete by then are not charged. Throws GW1401 for a response that is
 * not an event stream.
 */
export function cutStream(
  response: GatewayResponse,
  { ending, at, error }: StreamEndOptions,
  { request, clock }: StreamedRequest,
): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'events') throw noStream(response, ending);
  const source = body.events[Symbol.asyncIterator]();
  const left = new AbortController();
  const gone =
    request.signal === undefined ? left.signal : AbortSignal.any([left.signal, request.signal]);
  const end = () => endOfStream({ ending, error, clock, gone });
  const close = async () => {
    left.abort(new Error('the reader of the stream left'));
    await source.return?.();
  };

  if (at !== undefined && 'afterBytes' in at) {
    const chunks = cutAtByte(source, at.afterBytes, end);
    const contentType = 'text/event-stream; charset=utf-8';
    const stream = {
      kind: 'stream',
      chunks: withEnding(chunks, gone, close),
      contentType,
      signal: body.signal,
    } as const;
    return { ...response, body: stream };
  }
  const events = cutAtEvent(source, at?.afterEvents ?? Infinity, end);
  return { ...response, body: { ...body, events: withEnding(events, gone, close) } };
}

/** Throws GW1402 for an invalid ending or place. */
export function checkStreamCut({ ending, at }: StreamEndOptions): void {
  if (!STREAM_ENDINGS.includes(ending)) {
    const names = STREAM_ENDINGS.join(', ');
    throw diagnostic(
      'GW1402',
      `the ending of a stream must be one of ${names}, got ${JSON.stringify(ending)}`,
    );
  }
  for (const [name, count] of Object.entries(at ?? {})) {
    const isCount = Number.isInteger(count) && count >= 0;
    const isKnown = name === 'afterEvents' || name === 'afterBytes';
    if (isCount && isKnown) continue;
    throw diagnostic(
      'GW1402',
      `a stream ends at { afterEvents: n } or { afterBytes: n } with an integer of 0 or more, got ${JSON.stringify(at)}`,
    );
  }
}

async function* cutAtEvent(
  source: AsyncIterator<ServerSentEvent>,
  count: number,
  end: () => AsyncIterable<ServerSentEvent>,
): AsyncGenerator<ServerSentEvent, void> {
  yield* beginning(source, count);
  yield* end();
}

async function* cutAtByte(
  source: AsyncIterator<ServerSentEvent>,
  count: number,
  end: () => AsyncIterable<ServerSentEvent>,
): AsyncGenerator<Uint8Array, void> {
  let isCutThrough = yield* firstBytes(source, count);
  for await (const event of end()) {
    // Closes the event that was cut through, so that this one can be read.
    if (isCutThrough) yield BLANK_LINE;
    isCutThrough = false;
    yield* encodeEvent(event);
  }
}

const BLANK_LINE = new TextEncoder().encode('\n\n');

/**
 * Yields exactly `count` bytes, or those before `[DONE]`; returns whether they end within an event.
 */
async function* firstBytes(
  source: AsyncIterator<ServerSentEvent>,
  count: number,
): AsyncGenerator<Uint8Array, boolean> {
  let left = count;
  for await (const event of beginning(source, count === 0 ? 0 : Infinity)) {
    for (const part of encodeEvent(event)) {
      if (part.byteLength > left) {
        if (left > 0) yield part.subarray(0, left);
        return true;
      }
      left -= part.byteLength;
      yield part;
    }
    if (left === 0) return false;
  }
  return false;
}

/** The events before `[DONE]`, at most `count` of them. Closes the source. */
async function* beginning(
  source: AsyncIterator<ServerSentEvent>,
  count: number,
): AsyncGenerator<ServerSentEvent, void> {
  try {
    for (let sent = 0; sent < count;) {
      const next = await source.next();
      if (next.done === true) return;
      if (next.value.data === '[DONE]') {
        // Read to its end, because only then the images are charged.
        await source.next();
        return;
      }
      yield next.value;
      if (isEvent(next.value)) sent++;
    }
  } finally {
    await source.return?.();
  }
}

function isEvent({ data, dataParts }: ServerSentEvent): boolean {
  return data !== undefined || dataParts !== undefined;
}

function noStream({ status, body }: GatewayResponse, ending: StreamEnding): Error {
  const was = status === 200 ? `whole (${body.kind})` : `status ${status}`;
  return diagnostic(
    'GW1401',
    `the ending "${ending}" needs an event stream, but the response was ${was}: ` +
      'send stream: true, and request a model that streams',
  );
}
