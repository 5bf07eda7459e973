import type { JsonAnswer, ProviderRequest } from './provider-request.ts';
import { retried, pause, type RetryContext } from './retry.ts';

/** A job that was submitted, and how to follow it. */
export interface Polling {
  /** The URL of its status. */
  readonly url: string;
  /**
   * Whether this status is the last one. Throws `ProviderFailure` for a job that failed; it is then
   * over too.
   */
  readonly isOver: (answer: JsonAnswer) => boolean;
  /** Calls the job off, where the provider can. */
  readonly cancel?: ProviderRequest | undefined;
}

interface JobCalls extends RetryContext {
  get(url: string): Promise<JsonAnswer>;
  progress(): void;
  cancel(request: ProviderRequest): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const GROWTH = 1.5;

/**
 * Returns the last status of a job: asks after 500 ms, then ever more rarely, at most every 10 s.
 * Failures in passing are tolerated, because the job is paid. A job that is left before its end is
 * called off.
 */
export async function followJob(
  { url, isOver, cancel }: Polling,
  calls: JobCalls,
): Promise<JsonAnswer> {
  let hasEnded = false;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
      await pause(pauseMs, calls);
      const answer = await retried(() => calls.get(url), pauseMs, calls);
      calls.progress();
      // A failure that it states is an end as well.
      hasEnded = true;
      if (isOver(answer)) return answer;
      hasEnded = false;
    }
  } finally {
    if (!hasEnded && cancel !== undefined) calls.cancel(cancel);
  }
}
