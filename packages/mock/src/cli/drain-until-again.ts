import type { Io } from './io.ts';

/** The time for requests and streams in flight to finish, in milliseconds. */
export const DRAIN_TIMEOUT_MS = 10_000;

/** Resolves when `drain` is done. A signal before that calls `cut`, which should end it sooner. */
export async function drainUntilAgain(
  io: Io,
  drain: () => Promise<unknown>,
  cut: () => Promise<unknown>,
): Promise<void> {
  const again = io.stopSignal().then(cut);
  // With the process goes the wait for a second signal.
  await Promise.race([drain(), again]);
}
