/**
 * Resolves in the next turn of the event loop, when every promise that could go on has gone on.
 *
 * By a message to itself rather than by a timer: browsers hold timers back, and an application under
 * test may have replaced them.
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
