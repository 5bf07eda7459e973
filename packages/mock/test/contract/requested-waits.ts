import type { TestContext } from 'node:test';

/** Longer ones are limits that clients set themselves, not waits. */
const LONGEST_WAIT_MS = 100_000;

/**
 * Writes down how long the code under test asks to wait, milliseconds, for each wait that comes to
 * its end. With `skip` they come to it at once.
 */
export function requestedWaits(
  { mock }: TestContext,
  { skip }: { readonly skip: boolean },
): readonly number[] {
  const waits: number[] = [];
  const setTimer = globalThis.setTimeout;
  const recording = (
    callback: (...args: unknown[]) => void,
    milliseconds = 0,
    ...args: unknown[]
  ) => {
    const isWait = milliseconds < LONGEST_WAIT_MS;
    const ring = () => {
      if (isWait) waits.push(milliseconds);
      callback(...args);
    };
    return setTimer(ring, isWait && skip ? 0 : milliseconds);
  };
  // Only the property for promisify is missing, which is not used here.
  mock.method(globalThis, 'setTimeout', recording as typeof setTimeout);
  return waits;
}
