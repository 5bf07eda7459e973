import type { ImageEvent, ImageJob, ImageProvider } from '@model-gateway/core';

/** One job at a provider, and what the provider reported. */
export interface JobRun {
  readonly dispatches: number;
  readonly progress: number;
  readonly events: readonly ImageEvent[];
  /** The reason that `abort` gives. */
  readonly reason: Error;
  next(): Promise<IteratorResult<ImageEvent, unknown>>;
  /** Reads to the end. */
  whole(): Promise<JobRun>;
  /** Returns what still comes, ignoring how it ends. */
  rest(): Promise<readonly ImageEvent[]>;
  abort(): void;
  /** Stops reading. */
  leave(): Promise<void>;
}

/** Starts a job with a context that notes what is reported. */
export function runJob(provider: ImageProvider, job: ImageJob): JobRun {
  const controller = new AbortController();
  const events: ImageEvent[] = [];
  const seen = { dispatches: 0, progress: 0 };
  const iterator = provider
    .generate(job, {
      signal: controller.signal,
      dispatched: () => void seen.dispatches++,
      progress: () => void seen.progress++,
      hold: () => undefined,
    })
    [Symbol.asyncIterator]();
  const reason = new Error('the client left');

  const next = async () => {
    const result = await iterator.next();
    if (!result.done) events.push(result.value);
    return result;
  };
  const run: JobRun = {
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
      while (!(await next()).done);
      return run;
    },
    async rest() {
      const before = events.length;
      await run.whole().catch(() => {});
      return events.slice(before);
    },
    abort: () => controller.abort(reason),
    async leave() {
      await iterator.return?.();
    },
  };
  return run;
}
