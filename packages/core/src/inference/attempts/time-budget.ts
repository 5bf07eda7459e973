import type { Clock } from '../../ports/clock.ts';
import { ProviderFailure } from '../../ports/provider-failure.ts';

/** The time limit of one request, and the one signal that ends everything it started. */
export interface TimeBudget {
  /** Aborts when the client leaves, when the budget is used up, and at `end`. */
  readonly signal: AbortSignal;
  /** Stops the clock, of a request that left nothing running. */
  stop(): void;
  /** Stops the clock and ends what is still running. */
  end(): void;
}

/** Created once: every request ends and needs no stack trace for that. */
const REQUEST_ENDED = new Error('the request has ended');

/** Starts a budget. When it is used up, its reason is a `ProviderFailure`, which becomes a 524. */
export function startBudget(
  milliseconds: number,
  clock: Clock,
  client: AbortSignal | undefined,
): TimeBudget {
  const controller = new AbortController();
  const leave = () => controller.abort(client?.reason);
  if (client?.aborted) leave();
  client?.addEventListener('abort', leave, { once: true });
  const stopTimer = clock.after(
    milliseconds,
    () => controller.abort(new ProviderFailure('timeout', `no answer within ${milliseconds} ms`)),
    'limit',
  );
  const stop = () => {
    stopTimer();
    client?.removeEventListener('abort', leave);
  };
  return {
    signal: controller.signal,
    stop,
    end() {
      stop();
      controller.abort(REQUEST_ENDED);
    },
  };
}
