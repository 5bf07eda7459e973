import type { Clock } from '../ports/clock.ts';
import {
  ProviderFailure,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
} from '../ports/image-provider.ts';
import { abortable } from './abortable.ts';
import { checkImage } from './media-type.ts';

/** Made once: every attempt ends, and a stack trace for each would cost more than the rest. */
const OVER = new Error('the attempt is over');

/** How long an attempt may stay silent, in milliseconds. */
export interface AttemptLimits {
  /** Until the request is on its way. */
  readonly connect: number;
  /** From there until the first byte of an answer. */
  readonly firstByte: number;
  /** Between bytes after that. */
  readonly idle: number;
  /** Altogether. */
  readonly whole: number;
}

/** One try of one job at one provider. */
export interface Attempt {
  /** The provider's events, checked; throws `ProviderFailure`, or the reason of `signal`. */
  readonly events: AsyncGenerator<ImageEvent, void>;
  /** Whether the request may have reached the provider, and so may have been billed. */
  readonly isDispatched: () => boolean;
}

/**
 * Starts an attempt. Whatever the provider does, the attempt ends when `signal` aborts or a limit
 * is reached, and the provider is told so by its own signal.
 */
export function startAttempt(
  provider: ImageProvider,
  job: ImageJob,
  { clock, limits, signal }: { clock: Clock; limits: AttemptLimits; signal: AbortSignal },
): Attempt {
  const controller = new AbortController();
  let source: AsyncIterator<ImageEvent, unknown> | undefined;
  let dispatched = false;
  let isOver = false;
  /** What may take how long next. */
  let patience = { milliseconds: limits.connect, what: 'connecting' };
  let timeLeft = limits.whole;
  let stopSilence = () => {};

  /** Lets go of everything; called by whatever comes first of the end, a limit and `signal`. */
  const end = (reason: unknown) => {
    if (isOver) return;
    isOver = true;
    stopSilence();
    signal.removeEventListener('abort', leave);
    controller.abort(reason);
    // Not awaited: a provider that ignores its signal must not hold up the answer.
    source?.return?.().catch(() => {});
  };
  const leave = () => end(signal.reason);
  const tooLong = (what: string, milliseconds: number) =>
    end(new ProviderFailure('timeout', `${what} took longer than ${milliseconds} ms`));

  /** Something came: from now on another patience holds, at once when it is being waited for. */
  let isAwaited = false;
  const listen = (milliseconds: number, what: string) => {
    patience = { milliseconds, what };
    stopSilence();
    if (isAwaited && !isOver) {
      stopSilence = clock.after(milliseconds, () => tooLong(what, milliseconds), 'limit');
    }
  };

  /** The next event. Time only counts while it is awaited: a slow reader is not the provider's fault. */
  async function next(events: AsyncIterator<ImageEvent, unknown>) {
    const started = clock.now();
    isAwaited = true;
    listen(patience.milliseconds, patience.what);
    const stopWhole = clock.after(timeLeft, () => tooLong('the attempt', limits.whole), 'limit');
    try {
      const result = await abortable(events.next(), controller.signal);
      // What answers was reached, also when the provider forgot to say so.
      dispatched = true;
      return result;
    } finally {
      isAwaited = false;
      stopWhole();
      timeLeft -= clock.now() - started;
      stopSilence();
      patience = { milliseconds: limits.idle, what: 'the next byte' };
    }
  }

  async function* run(): AsyncGenerator<ImageEvent, void> {
    if (signal.aborted) throw signal.reason;
    signal.addEventListener('abort', leave, { once: true });
    const events = provider
      .generate(job, {
        signal: controller.signal,
        dispatched() {
          if (dispatched) return;
          dispatched = true;
          listen(limits.firstByte, 'the first byte');
        },
        progress() {
          dispatched = true;
          listen(limits.idle, 'the next byte');
        },
      })
      [Symbol.asyncIterator]();
    source = events;
    try {
      yield* checked(job, () => next(events));
    } finally {
      end(OVER);
    }
  }
  return { events: run(), isDispatched: () => dispatched };
}

/** Exactly `n` images, each once, each a whole image; nothing after `done`, and `done` at the end. */
async function* checked(
  job: ImageJob,
  next: () => Promise<IteratorResult<ImageEvent, unknown>>,
): AsyncGenerator<ImageEvent, void> {
  const seen = new Set<number>();
  for (let result = await next(); !result.done; result = await next()) {
    const event = result.value;
    if (event.type === 'done') {
      if (seen.size !== job.n) throw malformed(`${seen.size} of ${job.n} images came`);
      yield event;
      return;
    }
    if (event.type === 'image') {
      if (seen.has(event.index) || !(event.index >= 0 && event.index < job.n)) {
        throw malformed('an image came that was not asked for');
      }
      seen.add(event.index);
    }
    yield event.type === 'image' || event.type === 'partial' ? withActualType(event) : event;
  }
  throw malformed('the answer broke off');
}

/** The bytes say what they are; what the provider said of them does not count. */
function withActualType<Event extends Extract<ImageEvent, { data: unknown }>>(event: Event): Event {
  const mediaType = checkImage(event.data);
  if (mediaType === undefined) throw malformed('what came is no whole image');
  return mediaType === event.mediaType ? event : { ...event, mediaType };
}

function malformed(message: string): ProviderFailure {
  return new ProviderFailure('malformed', message);
}
