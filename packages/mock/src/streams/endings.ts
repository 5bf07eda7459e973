import type { ServerSentEvent } from '@model-gateway/core/http';
import { nextTurn } from '@model-gateway/core/kit';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { errorEvent, type StreamError } from './stream-error.ts';

/** The endings of streams, good and bad. */
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

/** The last events of an ending, and what then happens to the connection. */
interface Course {
  readonly says: readonly ('error' | 'done')[];
  readonly connection: 'closes' | 'breaks' | 'stays';
}

const COURSES: Readonly<Record<StreamEnding, Course>> = {
  done: { says: ['done'], connection: 'closes' },
  'clean-eof': { says: [], connection: 'closes' },
  abort: { says: [], connection: 'breaks' },
  'error-event': { says: ['error', 'done'], connection: 'closes' },
  stall: { says: [], connection: 'stays' },
  linger: { says: ['done'], connection: 'stays' },
};

export interface EndingOptions {
  readonly ending: StreamEnding;
  /** The error of an `error-event`. */
  readonly error?: StreamError | undefined;
  readonly clock: Pick<VirtualClock, 'during'>;
  /** Aborts when the reader is gone: a connection does not stay open past that. */
  readonly gone: AbortSignal;
}

/** Yields the last events of a stream, then ends, throws, or stays open until the reader leaves. */
export async function* endOfStream(options: EndingOptions): AsyncGenerator<ServerSentEvent, void> {
  const { ending, error, clock, gone } = options;
  const { says, connection } = COURSES[ending];
  for (const last of says) yield last === 'done' ? { data: '[DONE]' } : errorEvent(error);
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
