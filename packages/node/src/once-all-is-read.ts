import { setImmediate } from 'node:timers';

// Kept because fake timers replace it, as in end-of-turn.ts.
const afterReading = setImmediate;

/**
 * Waits until everything that has arrived by now was read. The current turn of the event loop may
 * have polled its sockets already, so this waits for the end of the next one.
 */
export function onceAllIsRead(): Promise<void> {
  return new Promise((resolve) => {
    afterReading(() => afterReading(resolve));
  });
}
