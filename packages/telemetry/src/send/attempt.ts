import { isEgressError, type Clock } from '@model-gateway/core';
import type { Exporter, ExportRequest, Verdict } from '../kinds/exporter-kind.ts';
import type { Counters, RequestClass } from '../counters/counters.ts';
import { exchange, type ExchangeContext } from './exchange.ts';
import { readRetryAfter } from './retry-after.ts';

/** Whole request and answer; connecting has a limit of its own in the client. */
const DEADLINE_MS = 10_000;

/** How one request to a destination ended. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly verdict: Verdict; readonly retryAfterMs: number }
  /** No usable answer. A request that is not allowed at all is not repeated. */
  | { readonly kind: 'unanswered'; readonly mayRepeat: boolean }
  | { readonly kind: 'called-off' };

export interface AttemptContext extends ExchangeContext {
  readonly clock: Clock;
  readonly counters: Counters;
}

/** Sends one request, counts how it ended, and says what that means. Never rejects. */
export async function attempt(
  exporter: Exporter,
  request: ExportRequest,
  context: AttemptContext,
): Promise<AttemptResult> {
  const { clock, counters, signal } = context;
  const deadline = new AbortController();
  const startedAt = clock.now();
  const stop = clock.after(DEADLINE_MS, () => deadline.abort(new Error('too slow')), 'limit');
  try {
    const answer = await exchange(request, {
      ...context,
      signal: AbortSignal.any([signal, deadline.signal]),
    });
    counters.requests[classOf(answer.status)]++;
    const verdict = exporter.verdict(answer);
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], clock.now()) ?? 0;
    return { kind: 'answered', verdict, retryAfterMs };
  } catch (error) {
    if (signal.aborted) return { kind: 'called-off' };
    const isForbidden =
      isEgressError(error) && (error.reason === 'refused' || error.reason === 'invalid');
    const why = deadline.signal.aborted ? 'timeout' : isForbidden ? 'refused' : 'failed';
    counters.requests[why]++;
    return { kind: 'unanswered', mayRepeat: !isForbidden };
  } finally {
    stop();
    counters.timed(clock.now() - startedAt);
  }
}

function classOf(status: number): RequestClass {
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}
