import { systemClock, type Clock } from '@model-gateway/core';

/** The system's time, with timers that do not keep a process alive. */
export const backgroundClock: Clock = {
  now: () => systemClock.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Runs a task after `first` milliseconds, and repeats it `milliseconds` after its last run ended.
 * The returned function stops it, and waits for a run under way.
 */
export function repeat(
  clock: Clock,
  milliseconds: number,
  task: () => Promise<void>,
  first = milliseconds,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let cancel = () => {};
  const schedule = (wait: number) => {
    cancel = clock.after(wait, () => {
      running = task().finally(() => {
        running = undefined;
        if (!isStopped) schedule(milliseconds);
      });
    });
  };
  schedule(first);
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
