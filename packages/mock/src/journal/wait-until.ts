import type { Clock } from '@model-gateway/core';
import type { RequestJournal } from './journal.ts';

/** How many requests to wait for, and for how long. */
export interface WaitOptions {
  /** The number of requests to wait for; 1 by default. */
  readonly count?: number | undefined;
  /** The time limit in real milliseconds; 1000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Ends the waiting, as a test runner's own signal does. */
  readonly signal?: AbortSignal | undefined;
}

export const WAIT_OPTIONS: readonly (keyof WaitOptions)[] = ['count', 'timeoutMs', 'signal'];

/** The place of a wait, and the signal that ends it. */
export interface WaitPlace {
  readonly journal: Pick<RequestJournal, 'onChange'>;
  /** In real time, because what is waited for may be another program's doing. */
  readonly timer: Pick<Clock, 'after'>;
  /** Aborts when no more requests can arrive. */
  readonly closed: AbortSignal;
}

export type WaitEnd = 'so' | 'too late' | 'closed';

/**
 * Resolves once `isSo` says true, or to why it will not be waited for any longer; rejects with the
 * reason of `signal`. It leaves no timer and no listener behind.
 */
export function waitUntil(
  isSo: () => boolean,
  { journal, timer, closed }: WaitPlace,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<WaitEnd> {
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    const stop = (settle: () => void) => {
      for (const end of ends) end();
      settle();
    };
    const onAbort = (aborting: AbortSignal | undefined, settle: () => void) => {
      const listener = () => stop(settle);
      aborting?.addEventListener('abort', listener);
      ends.push(() => aborting?.removeEventListener('abort', listener));
      if (aborting?.aborted) listener();
    };
    const look = () => {
      if (isSo()) stop(() => resolve('so'));
    };
    ends.push(timer.after(timeoutMs, () => stop(() => resolve('too late'))));
    ends.push(journal.onChange(look));
    onAbort(closed, () => resolve('closed'));
    onAbort(signal, () => reject(signal?.reason));
    look();
  });
}
