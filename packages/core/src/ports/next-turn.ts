/**
 * Resolves in the next turn of the event loop, after every promise that could proceed has done so.
 *
 * Uses a message rather than a timer: browsers throttle timers, and an application under test may
 * have replaced them.
 */
export function nextTurn(): Promise<void> {
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
