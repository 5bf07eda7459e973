import type { Clock } from '../ports/clock.ts';
import type { ImageEvent, ImageJob, ImageProvider } from '../ports/image-provider.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import type { AttemptContext } from '../ports/attempt-context.ts';
import { createEventCheck } from './event-check.ts';
import type { Holding } from '../inference/attempts/held-bytes.ts';

/** Created once: every attempt ends, and a stack trace for each would cost more than the rest. */
const ATTEMPT_ENDED = new Error('the attempt has ended');

/** How long an attempt may stay silent, in milliseconds. */
export interface AttemptLimits {
  /** Until the request is sent. */
  readonly connect: number;
  /** From there until the first byte of an answer. */
  readonly firstByte: number;
  /** Between bytes after that. */
  readonly idle: number;
  /** In total. */
  readonly whole: number;
}

export interface AttemptOptions {
  readonly clock: Clock;
  readonly limits: AttemptLimits;
  /** Counts what the attempt holds in memory. */
  readonly holding: Holding;
  /** Ends the attempt when it aborts. */
  readonly signal: AbortSignal;
}

/** One try of one job at one provider. */
export interface Attempt {
  /** The provider's events, checked; throws `ProviderFailure`, or the reason of `signal`. */
  readonly events: AsyncGenerator<ImageEvent, void>;
  /** Whether the request may have reached the provider, and so may have been billed. */
  readonly isDispatched: () => boolean;
}

/**
 * Starts an attempt. Whatever the provider does, the attempt ends and the provider's own signal
 * aborts when `signal` aborts or a limit is reached.
 */
export function startAttempt(
  provider: ImageProvider,
  job: ImageJob,
  options: AttemptOptions,
): Attempt {
  const supervision = new Supervision(options);
  return { events: run(provider, job, supervision), isDispatched: () => supervision.isDispatched };
}

async function* run(
  provider: ImageProvider,
  job: ImageJob,
  supervision: Supervision,
): AsyncGenerator<ImageEvent, void> {
  supervision.begin();
  refuseLargeReferences(provider, job);
  const check = createEventCheck(job, provider.endpoint(job.model)?.formats ?? [job.format]);
  try {
    const source = provider.generate(job, supervision)[Symbol.asyncIterator]();
    for (;;) {
      const result = await supervision.next(source);
      if (result.done) throw new ProviderFailure('malformed', 'the response ended early');
      const event = check(result.value);
      yield event;
      if (event.type === 'done') return;
    }
  } finally {
    supervision.end(ATTEMPT_ENDED);
  }
}

/** Throws `too-large` for a reference that the provider would only refuse. */
function refuseLargeReferences(provider: ImageProvider, { model, references }: ImageJob): void {
  const most = provider.endpoint(model)?.maxReferenceBytes ?? Infinity;
  if (references.every(({ bytes }) => bytes.byteLength <= most)) return;
  throw new ProviderFailure('too-large', `it takes references of at most ${most} bytes`);
}

/** A second of silence more or less does not matter, and a timer for every chunk does. */
const GRAIN_MS = 1000;

/** Supervises one attempt: notes its progress, and ends it when progress stops. */
class Supervision implements AttemptContext {
  isDispatched = false;
  readonly #options: AttemptOptions;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly #leave = () => this.end(this.#options.signal.reason);
  #source: AsyncIterator<ImageEvent, unknown> | undefined;
  #isOver = false;
  #isAwaited = false;
  #hasRoom = true;
  /** The current wait and how long it may take. */
  #phase: { readonly milliseconds: number; readonly what: string };
  #since = 0;
  #timeLeft: number;
  #awaitedSince = 0;
  #stopWhole = () => {};
  #stopSilence = () => {};
  /** Rejects what is awaited. */
  #interrupt: (reason: unknown) => void = () => {};

  constructor(options: AttemptOptions) {
    const { connect, whole } = options.limits;
    this.#options = options;
    this.#phase = { milliseconds: connect, what: 'connecting' };
    this.#timeLeft = whole;
  }

  begin(): void {
    const { signal } = this.#options;
    if (signal.aborted) throw signal.reason;
    signal.addEventListener('abort', this.#leave, { once: true });
  }

  // Both are bound, because a provider may detach them from its context.
  readonly dispatched = (): void => {
    if (this.isDispatched) return;
    this.isDispatched = true;
    this.#enter(this.#options.limits.firstByte, 'the first byte');
  };

  readonly progress = (): void => {
    this.isDispatched = true;
    const { clock, limits } = this.#options;
    const isRecent = Math.abs(clock.now() - this.#since) < GRAIN_MS;
    if (!isRecent || this.#phase.what !== NEXT_BYTE) this.#enter(limits.idle, NEXT_BYTE);
  };

  readonly hold = (bytes: number): Promise<void> | undefined => {
    if (this.#isOver) return undefined;
    const room = this.#options.holding.add(bytes);
    if (room === undefined) return undefined;
    this.#stopTimers();
    this.#hasRoom = false;
    return this.#resumed(room);
  };

  async #resumed(room: Promise<void>): Promise<void> {
    await room;
    this.#hasRoom = true;
    this.#startTimers();
  }

  /**
   * Returns the next event. Time only counts while it is awaited: a slow reader is not the
   * provider's fault.
   */
  async next(
    source: AsyncIterator<ImageEvent, unknown>,
  ): Promise<IteratorResult<ImageEvent, unknown>> {
    const { limits, holding } = this.#options;
    this.#source = source;
    this.#isAwaited = true;
    this.#startTimers();
    try {
      const result = await this.#interruptible(source.next());
      // A provider that answers was reached, even if it did not report `dispatched`.
      this.isDispatched = true;
      return result;
    } finally {
      this.#stopTimers();
      this.#isAwaited = false;
      holding.pause();
      this.#phase = { milliseconds: limits.idle, what: NEXT_BYTE };
    }
  }

  /**
   * Releases everything; called at the end, at a limit or when `signal` aborts, whichever comes
   * first.
   */
  end(reason: unknown): void {
    if (this.#isOver) return;
    this.#stopTimers();
    this.#isOver = true;
    this.#options.holding.pause();
    this.#options.signal.removeEventListener('abort', this.#leave);
    this.#interrupt(reason);
    this.#controller.abort(reason);
    // Not awaited: a provider that ignores its signal must not hold up the answer.
    this.#source?.return?.().catch(() => {});
  }

  #startTimers(): void {
    if (!this.#isTimed) return;
    const { clock, limits } = this.#options;
    this.#awaitedSince = clock.now();
    const tooLong = () => this.#tooLong('the attempt', limits.whole);
    this.#stopWhole = clock.after(this.#timeLeft, tooLong, 'limit');
    this.#enter(this.#phase.milliseconds, this.#phase.what);
  }

  #stopTimers(): void {
    if (!this.#isTimed) return;
    this.#stopWhole();
    this.#stopSilence();
    this.#timeLeft -= this.#options.clock.now() - this.#awaitedSince;
  }

  /** Whether time passes for the provider: not while it waits for a reader or for room. */
  get #isTimed(): boolean {
    return this.#isAwaited && this.#hasRoom && !this.#isOver;
  }

  /** Enters another time-out phase; its timer starts at once when an event is awaited. */
  #enter(milliseconds: number, what: string): void {
    const { clock } = this.#options;
    this.#phase = { milliseconds, what };
    this.#stopSilence();
    if (!this.#isTimed) return;
    this.#since = clock.now();
    this.#stopSilence = clock.after(milliseconds, () => this.#tooLong(what, milliseconds), 'limit');
  }

  #tooLong(what: string, milliseconds: number): void {
    this.end(new ProviderFailure('timeout', `${what} took longer than ${milliseconds} ms`));
  }

  /** Settles like `promise`, or rejects as soon as the attempt ends. */
  #interruptible<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      promise.then(resolve, reject);
      if (this.#isOver) reject(this.#controller.signal.reason);
    });
  }
}

const NEXT_BYTE = 'the next byte';
