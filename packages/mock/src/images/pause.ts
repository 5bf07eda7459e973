/** Lets the event loop do other things; throws what `signal` aborts with. */
export type Pause = () => Promise<void>;

/**
 * Pauses by a message to itself rather than by a timer: browsers hold timers back, and an
 * application under test may have replaced them.
 */
export function createPause(signal: AbortSignal): Pause {
  return async () => {
    signal.throwIfAborted();
    await nextTurn();
    signal.throwIfAborted();
  };
}

function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
