/**
 * Loaded last in every process that runs test files: ends a process that does not end by itself,
 * and names what it left open. Without it one forgotten watcher holds up all tests.
 */
import { after } from 'node:test';

// node:test fails the process for them, but does not say where they come from (plain-promises.ts).
process.on('uncaughtExceptionMonitor', (error) => console.error(error));
process.on('unhandledRejection', (error) => console.error(error));

/** A process whose tests are complete has nothing to wait for. */
const GRACE_MS = 20_000;

after(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => !STANDARD.has(name));
    const text = `${GRACE_MS / 1000} s after its last test this process has open: ${open.join(', ')}`;
    // Vite 7 and 8 leave the watchers of a folder open whose server closes before it is read.
    const isOfVite = open.every((name) => name === 'FSEventWrap');
    console.error(isOfVite ? `${text} (file watchers that Vite left)` : text);
    // oxlint-disable-next-line unicorn/no-process-exit -- what is open would keep an error from ending it
    process.exit(isOfVite ? undefined : 1);
  }, GRACE_MS).unref();
});

/** Of the process itself: its streams and the channel to the runner. */
const STANDARD: ReadonlySet<string> = new Set(['PipeWrap', 'TTYWrap']);
