import type { Clock } from './clock.ts';

/** Resolves to whether a promise settles, either way, before `milliseconds` are over. */
export function settlesWithin(
  promise: Promise<unknown>,
  milliseconds: number,
  clock: Clock,
): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = clock.after(milliseconds, () => resolve(false), 'limit');
    const settle = () => {
      stop();
      resolve(true);
    };
    promise.then(settle, settle);
  });
}
