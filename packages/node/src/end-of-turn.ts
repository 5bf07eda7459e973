// Its own, because tests replace the global one to hold the clock, and answers are not on the clock.
const onceAllIsRead = setImmediate;

let end: Promise<void> | undefined;

/**
 * Waits until all that has arrived in this turn of the event loop was read and handled. Handling one
 * request after the other and then sending one answer after the other leaves the code of each in the
 * processor's caches, where taking turns makes it come from memory again and again: under load that
 * is a twentieth of what a small answer costs, a tenth of a large one, a sixth of one in many parts.
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
