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
 * Repeats a task `milliseconds` after its last run ended. The returned function stops it, and waits
 * for a run under way.
 */
export function repeat(
  clock: Clock,
  milliseconds: number,
  task: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(milliseconds, () => {
      running = task().finally(() => {
        running = undefined;
        if (!isStopped) schedule();
      });
    });
  };
  schedule();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
