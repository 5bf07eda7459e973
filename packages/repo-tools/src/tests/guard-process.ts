/**
 * Loaded first in every process that runs test files. A process that something ends fails, whatever its
 * exit code: node:test would not miss the tests that are left, nor what it has not reported yet. So does
 * one with a file that tests nothing. One that does not end by itself is ended, and what it left open is
 * named: otherwise one forgotten watcher holds up all tests.
 */
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesWithoutTests } from './registered-tests.ts';

let isOver = false;

/** Nothing is left to do, which process.exit() does not wait for. */
process.on('beforeExit', () => {
  isOver = true;
});

process.on('exit', (code) => {
  for (const url of filesWithoutTests()) fail(`${fileURLToPath(url)} registers no test.`);
  if (isOver || code !== 0) return;
  fail('This process ended before its tests were reported: something called process.exit().');
});

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

// node:test fails the process for them, but does not say where they come from (plain-promises.ts).
process.on('uncaughtExceptionMonitor', (error) => console.error(error));
process.on('unhandledRejection', (error) => console.error(error));

/** A process whose tests are complete has nothing to wait for. */
const GRACE_MS = Number(process.env['MODEL_GATEWAY_TEST_GRACE_MS'] ?? 20_000);

after(() => {
  setTimeout(() => {
    isOver = true;
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
