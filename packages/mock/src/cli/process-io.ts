import type { Io } from './io.ts';

/** The process as the surroundings of its command. */
export const PROCESS_IO: Io = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal: () =>
    new Promise((resolve) => {
      const stop = () => {
        process.off('SIGINT', stop).off('SIGTERM', stop);
        resolve();
      };
      process.on('SIGINT', stop).on('SIGTERM', stop);
    }),
  endWithoutReader() {
    // Unreferenced: a program that ends on its own does not wait. Waiting output keeps it alive.
    // oxlint-disable-next-line unicorn/no-process-exit -- standard output cannot be closed otherwise
    setTimeout(() => process.exit(0), FLUSH_MS).unref();
  },
};

const FLUSH_MS = 1000;
