import { systemClock } from '@model-gateway/core';
import { jitter } from '../jitter.ts';
import { isBusy, toStoreError } from './failures.ts';

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/**
 * Retries while another process holds the lock, for `timeoutMs` at most. SQLite's own waiting would
 * block the whole process. Waits in real time, whatever clock the stores were given: with one that
 * stands still, as in tests, the wait would never end.
 */
export function retryWhileBusy<T>(timeoutMs: number, attempt: () => T | Promise<T>): Promise<T> {
  return retryUntil(systemClock.now() + timeoutMs, attempt);
}

/** The same until a moment, with one try in any case. */
export async function retryUntil<T>(end: number, attempt: () => T | Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || systemClock.now() >= end) throw toStoreError(error);
    }
    await new Promise<void>((resolve) => void systemClock.after(jitter(pause), resolve));
  }
}
