import type { TestContext } from 'node:test';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Holds what waits for exactly this many milliseconds until the test ends it: deadlines of statements
 * are in real time, which says nothing of how far the database is. `end` returns how many it ended.
 */
export function heldDeadlines({ mock }: TestContext, deadlineMs: number): { end(): number } {
  const waiting = new Map<NodeJS.Timeout, () => void>();
  const { setTimeout: setTimer, clearTimeout: clearTimer } = globalThis;
  const holding = (
    callback: (...args: unknown[]) => void,
    milliseconds?: number,
    ...args: unknown[]
  ) => {
    const isHeld = milliseconds === deadlineMs;
    const timer = setTimer(callback, isHeld ? LONGEST_TIMER_MS : milliseconds, ...args);
    if (isHeld) waiting.set(timer, () => callback(...args));
    return timer;
  };
  // Only the property for promisify is missing, which is not used here.
  mock.method(globalThis, 'setTimeout', holding as typeof setTimeout);
  mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | undefined) => {
    if (timer !== undefined) waiting.delete(timer);
    clearTimer(timer);
  });
  return {
    end() {
      const { size } = waiting;
      for (const [timer, ring] of waiting) {
        clearTimer(timer);
        ring();
      }
      waiting.clear();
      return size;
    },
  };
}
