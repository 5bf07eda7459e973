import { systemClock, type Clock } from '@model-gateway/core';

/** The system's time, with timers that keep no process alive where the runtime has such. */
export const backgroundClock: Clock = {
  now: () => systemClock.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    unref(timer);
    return () => clearTimeout(timer);
  },
};

/** Node and its like return an object, browsers a number. */
function unref(timer: unknown): void {
  // Reading a member of a number gives undefined.
  const handle = timer as { readonly unref?: () => void } | undefined;
  handle?.unref?.();
}
