import type { ServerSentEvent } from '@model-gateway/core/http';
import { nextTurn } from '@model-gateway/core/kit';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { StreamError } from './stream-error.ts';
import type { SentEvents, StreamForm } from './stream-form.ts';

/** The endings of streams, good and bad; `[DONE]` stands for the last event of the dialect. */
export const STREAM_ENDINGS = [
  /** As they should: `[DONE]`, then the end. */
  'done',
  /** Without `[DONE]`, otherwise in good order. */
  'clean-eof',
  /** The connection breaks. */
  'abort',
  /** An error event, `[DONE]`, then the end. */
  'error-event',
  /** Nothing more is sent, no keep-alive either, and the connection stays open. */
  'stall',
  /** `[DONE]`, and the connection stays open. */
  'linger',
] as const;

/** The name of a way in which a stream ends. */
export type StreamEnding = (typeof STREAM_ENDINGS)[number];

/** What an ending says last, and what then happens to the connection. */
interface Course {
  readonly says: 'whole' | 'broken' | 'nothing';
  readonly connection: 'closes' | 'breaks' | 'stays';
}

const COURSES: Readonly<Record<StreamEnding, Course>> = {
  done: { says: 'whole', connection: 'closes' },
  'clean-eof': { says: 'nothing', connection: 'closes' },
  abort: { says: 'nothing', connection: 'breaks' },
  'error-event': { says: 'broken', connection: 'closes' },
  stall: { says: 'nothing', connection: 'stays' },
  linger: { says: 'whole', connection: 'stays' },
};

export interface EndingOptions {
  readonly ending: StreamEnding;
  /** The error of an `error-event`. */
  readonly error?: StreamError | undefined;
  readonly form: StreamForm;
  /** What was sent before. */
  readonly sent: SentEvents;
  /** The stream's own last event, which was kept back; undefined where it was cut earlier. */
  readonly last?: ServerSentEvent | undefined;
  readonly clock: Pick<VirtualClock, 'during'>;
  /** Aborts when the reader is gone: a connection does not stay open past that. */
  readonly gone: AbortSignal;
}

/** Yields the last events of a stream, then ends, throws, or stays open until the reader leaves. */
export async function* endOfStream(options: EndingOptions): AsyncGenerator<ServerSentEvent, void> {
  const { ending, error, form, sent, last, clock, gone } = options;
  const { says, connection } = COURSES[ending];
  if (says === 'whole') yield* last === undefined ? form.whole(sent) : [last];
  if (says === 'broken') yield* form.broken(error, sent);
  if (connection === 'closes') return;
  if (connection === 'stays') throw await reasonOf(gone);
  // A socket that is destroyed in the turn in which it was written to loses what was written.
  await clock.during(nextTurn());
  throw new Error(`the stream was set to end with "${ending}"`);
}

function reasonOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const onAbort = () => resolve(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
