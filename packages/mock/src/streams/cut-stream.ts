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
import { isEvent, streamFormOf, type StreamForm } from './stream-form.ts';

/**
 * The place where a stream ends: after a number of events (comments do not count), of deltas, which
 * are the events with something that the model said, or of bytes of the body, which may be in the
 * middle of an event. At the latest before its last event, `[DONE]` or what the dialect has for it.
 */
export type EndingPlace =
  | { readonly afterEvents: number }
  | { readonly afterDeltas: number }
  | { readonly afterBytes: number };

/** How and where a stream ends. */
export interface StreamEndOptions {
  readonly ending: StreamEnding;
  /** Right before the last event by default. */
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
  { request, operation, clock }: StreamedRequest,
): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'events') throw noStream(response, ending);
  const form = streamFormOf(operation);
  const start = new Beginning(body.events[Symbol.asyncIterator](), form);
  const left = new AbortController();
  const gone =
    request.signal === undefined ? left.signal : AbortSignal.any([left.signal, request.signal]);
  const end = () => {
    const { sent, last } = start;
    return endOfStream({ ending, error, form, sent, last, clock, gone });
  };
  const close = async () => {
    left.abort(new Error('the reader of the stream left'));
    await start.close();
  };

  if (at !== undefined && 'afterBytes' in at) {
    const chunks = cutAtByte(start, at.afterBytes, end);
    const contentType = 'text/event-stream; charset=utf-8';
    const stream = {
      kind: 'stream',
      chunks: withEnding(chunks, gone, close),
      contentType,
      signal: body.signal,
    } as const;
    return { ...response, body: stream };
  }
  const events = cutAtEvent(start, at, end);
  return { ...response, body: { ...body, events: withEnding(events, gone, close) } };
}

/** The ways to say where a stream ends. */
export const PLACES = ['afterEvents', 'afterDeltas', 'afterBytes'] as const;

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
    if (isCount && PLACES.some((place) => place === name)) continue;
    throw diagnostic(
      'GW1402',
      `a stream ends at one of ${PLACES.join(', ')} with an integer of 0 or more, got ${JSON.stringify(at)}`,
    );
  }
}

async function* cutAtEvent(
  start: Beginning,
  at: Exclude<EndingPlace, { readonly afterBytes: number }> | undefined,
  end: () => AsyncIterable<ServerSentEvent>,
): AsyncGenerator<ServerSentEvent, void> {
  yield* start.events(at);
  yield* end();
}

async function* cutAtByte(
  start: Beginning,
  count: number,
  end: () => AsyncIterable<ServerSentEvent>,
): AsyncGenerator<Uint8Array, void> {
  let isCutThrough = yield* firstBytes(start, count);
  for await (const event of end()) {
    // Closes the event that was cut through, so that this one can be read.
    if (isCutThrough) yield BLANK_LINE;
    isCutThrough = false;
    yield* encodeEvent(event);
  }
}

const BLANK_LINE = new TextEncoder().encode('\n\n');

/**
 * Yields exactly `count` bytes, or those before the last event; returns whether they end within an
 * event.
 */
async function* firstBytes(start: Beginning, count: number): AsyncGenerator<Uint8Array, boolean> {
  let left = count;
  for await (const event of start.events(count === 0 ? { afterEvents: 0 } : undefined)) {
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

/** The events of a stream up to where it is cut. */
class Beginning {
  readonly #source: AsyncIterator<ServerSentEvent>;
  readonly #form: StreamForm;
  readonly sent: ServerSentEvent[] = [];
  /** The last event of the stream, which was reached and is kept back. */
  last: ServerSentEvent | undefined;

  constructor(source: AsyncIterator<ServerSentEvent>, form: StreamForm) {
    this.#source = source;
    this.#form = form;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Yields the events before the last one, at most as many as are wanted. Closes the source. */
  async *events(
    at: { readonly afterEvents: number } | { readonly afterDeltas: number } = {
      afterEvents: Infinity,
    },
  ): AsyncGenerator<ServerSentEvent, void> {
    const isByDelta = 'afterDeltas' in at;
    const count = isByDelta ? at.afterDeltas : at.afterEvents;
    const counts = isByDelta ? this.#form.isDelta : isEvent;
    let left = count;
    // Before the first delta stand events that are sent all the same.
    let isOver = count === 0 && !isByDelta;
    try {
      while (!isOver) {
        const next = await this.#source.next();
        if (next.done === true) return;
        if (this.#form.isLast(next.value)) {
          this.last = next.value;
          // Read to its end, because only then the answer is charged.
          await this.#source.next();
          return;
        }
        const isCounted = counts(next.value);
        if (isCounted && left === 0) return;
        if (next.value.data !== undefined) this.sent.push(next.value);
        yield next.value;
        if (isCounted) isOver = --left === 0;
      }
    } finally {
      await this.close();
    }
  }
}

function noStream({ status, body }: GatewayResponse, ending: StreamEnding): Error {
  const was = status === 200 ? `whole (${body.kind})` : `status ${status}`;
  return diagnostic(
    'GW1401',
    `the ending "${ending}" needs an event stream, but the response was ${was}: ` +
      'send stream: true, and request a model that streams',
  );
}
