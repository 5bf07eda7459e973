import { setImmediate } from 'node:timers';

// From its module and kept, because tests replace the global one, and later that of the module, to
// hold the clock; answers are not on the clock.
const onceAllIsRead = setImmediate;

let end: Promise<void> | undefined;

/**
 * Waits until all that has arrived in this turn of the event loop was read, and handled as far as it
 * could be. Handling one request after the other and then sending one answer after the other leaves
 * the code of each in the processor's caches, where taking turns makes it come from memory again and
 * again. In return the first answer of a turn waits for the handling of the other requests.
 * Whoever waits in the same turn shares one promise, and goes on in the order in which they came,
 * each in the async context that it waited in.
 */
export function endOfTurn(): Promise<void> {
  return (end ??= new Promise((resolve) => {
    onceAllIsRead(() => {
      end = undefined;
      resolve();
    });
  }));
}
