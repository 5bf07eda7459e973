import type { AttemptContext } from '@model-gateway/core';

/** One job at a provider, and what the provider reported. */
export interface ProviderRun<Event> {
  readonly dispatches: number;
  readonly progress: number;
  /** Every event so far. */
  readonly events: readonly Event[];
  /** The reason that `abort` gives. */
  readonly reason: Error;
  /** Reads one step; false at the end. */
  next(): Promise<boolean>;
  /** Reads to the end. */
  whole(): Promise<void>;
  abort(): void;
  /** Stops reading. */
  leave(): Promise<void>;
}

/** How a provider is given a job. */
export interface Asking<Step, Event> {
  /** Returns what asks for the answer when it is first read. */
  readonly ask: (context: AttemptContext) => () => Promise<AsyncIterable<Step, unknown>>;
  /** Returns the events of a step. */
  readonly read: (step: Step) => Iterable<Event>;
  /** Throws unless the end is that of a whole answer. */
  readonly end?: () => void;
}

/** Starts a job with a context that notes what is reported. */
export function startRun<Step, Event>({ ask, read, end }: Asking<Step, Event>): ProviderRun<Event> {
  const controller = new AbortController();
  const seen = { dispatches: 0, progress: 0 };
  const events: Event[] = [];
  const reason = new Error('the client left');
  const answer = ask({
    signal: controller.signal,
    dispatched: () => void seen.dispatches++,
    progress: () => void seen.progress++,
    hold: () => undefined,
  });
  let steps: AsyncIterator<Step, unknown> | undefined;

  const next = async () => {
    steps ??= (await answer())[Symbol.asyncIterator]();
    const { done, value } = await steps.next();
    if (done === true) return false;
    for (const event of read(value)) events.push(event);
    return true;
  };
  return {
    get dispatches() {
      return seen.dispatches;
    },
    get progress() {
      return seen.progress;
    },
    events,
    reason,
    next,
    async whole() {
      while (await next());
      end?.();
    },
    abort: () => controller.abort(reason),
    async leave() {
      await steps?.return?.();
    },
  };
}
