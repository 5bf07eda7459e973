import {
  isEgressError,
  isProviderFailure,
  type Clock,
  type FailureClass,
} from '@model-gateway/core';
import { wait } from '@model-gateway/core/kit';

/** How long to wait between tries. */
export interface RetryContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
}

/** A wait longer than this would look like silence to the gateway. */
const LONGEST_MS = 30_000;
const MOST_FAILURES = 3;

/**
 * Repeats a call that reads the result of paid work while it fails in passing: up to three times in
 * a row, after `pauseMs`, then twice and four times as long. Other failures, and a fourth, are
 * thrown.
 */
export async function retried<Value>(
  call: () => Promise<Value>,
  pauseMs: number,
  context: RetryContext,
): Promise<Value> {
  for (let failures = 0; ;) {
    try {
      return await call();
    } catch (error) {
      context.signal.throwIfAborted();
      if (!isPassing(error) || ++failures > MOST_FAILURES) throw error;
      const asked = (isProviderFailure(error) ? error.retryAfterMs : undefined) ?? 0;
      await pause(Math.max(pauseMs * 2 ** (failures - 1), asked), context);
    }
  }
}

/** Waits, with a jitter of 10 % so that callers that started together do not stay so. */
export function pause(
  milliseconds: number,
  { clock, signal, random }: RetryContext,
): Promise<void> {
  return wait(clock, Math.min(milliseconds * (0.9 + 0.2 * random()), LONGEST_MS), signal);
}

const PASSING: ReadonlySet<FailureClass> = new Set([
  'rate-limited',
  'overloaded',
  'server',
  'timeout',
  'malformed',
]);

function isPassing(error: unknown): boolean {
  if (isProviderFailure(error)) return PASSING.has(error.failure);
  return isEgressError(error) && !['refused', 'invalid', 'redirects'].includes(error.reason);
}
