import { setImmediate } from 'node:timers';

// Imported from its module and kept, because fake timers replace the global one, and some later the
// module's too; answers do not follow the test's clock.
const onceAllIsRead = setImmediate;

let end: Promise<void> | undefined;

/**
 * Waits until everything that has arrived in this turn of the event loop was read, and handled as
 * far as possible. Handling all requests and then sending all answers keeps the code of each stage
 * in the CPU caches, where alternating between the two loads it from memory again and again. In
 * return the first answer of a turn waits for the handling of the other requests. Callers in the
 * same turn share one promise and resume in the order of their calls, each in its own async
 * context.
 */
export function endOfTurn(): Promise<void> {
  return (end ??= new Promise((resolve) => {
    onceAllIsRead(() => {
      end = undefined;
      resolve();
    });
  }));
}
