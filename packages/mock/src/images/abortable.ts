import type { Clock } from '@model-gateway/core';

/** Settles as `work` does, or rejects with the signal's reason as soon as that aborts. */
export function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Lets so many milliseconds pass on `clock`; leaves no alarm behind when `signal` aborts. */
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
