import type { Clock } from './clock.ts';

/** Settles like `promise`, or rejects with the signal's reason as soon as it aborts. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      // Its later failure must not become an unhandled rejection.
      promise.catch(() => {});
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Resolves after this many milliseconds on `clock`. Rejects with the signal's reason as soon as it
 * aborts, and leaves no timer behind.
 */
export async function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (milliseconds <= 0) return;
  let callOff = () => {};
  const alarm = new Promise<void>((resolve) => {
    callOff = clock.after(milliseconds, resolve);
  });
  try {
    await abortable(alarm, signal);
  } finally {
    callOff();
  }
}

/** Settles like `work`; rejects with `late()` when that takes longer than `milliseconds`. */
export async function within<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Value>,
  late: () => Error,
): Promise<Value> {
  let callOff = () => {};
  const alarm = new Promise<never>((_, reject) => {
    callOff = clock.after(milliseconds, () => reject(late()));
  });
  // A failure after the deadline must not become an unhandled rejection.
  work.catch(() => {});
  try {
    return await Promise.race([work, alarm]);
  } finally {
    callOff();
  }
}

/** Never resolves; rejects with the signal's reason once it aborts. */
export function forever(signal: AbortSignal): Promise<never> {
  return abortable(new Promise<never>(() => {}), signal);
}
