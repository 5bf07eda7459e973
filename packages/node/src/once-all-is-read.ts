import { setImmediate } from 'node:timers';

// Kept, as in end-of-turn.ts, because tests replace it.
const afterReading = setImmediate;

/**
 * Waits until everything that has arrived by now was read. The turn of the event loop that runs may
 * have looked at its sockets before, so this waits for the end of the next one.
 */
export function onceAllIsRead(): Promise<void> {
  return new Promise((resolve) => {
    afterReading(() => afterReading(resolve));
  });
}
