/** The time for requests and streams in flight to finish, in milliseconds. */
export const DRAIN_TIMEOUT_MS = 10_000;

/** Resolves at Ctrl-C or when a process manager ends the program. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

/** Resolves when `drain` is done. A signal before that calls `cut`, which should end it sooner. */
export async function drainUntilAgain(
  drain: () => Promise<unknown>,
  cut: () => Promise<unknown>,
): Promise<void> {
  const again = stopSignal().then(cut);
  // With the process goes the wait for a second signal.
  await Promise.race([drain(), again]);
}
