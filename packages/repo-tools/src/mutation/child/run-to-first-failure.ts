/**
 * `run-to-first-failure.ts FILE…`: runs test files in this process. Prints `failed NAME` at the
 * first failure, for which the parent waits, or `passed COUNT` at the end.
 */
import { run } from 'node:test';

const stream = run({ files: process.argv.slice(2), isolation: 'none', concurrency: 1 });
stream.on('test:fail', ({ name, skip, todo }) => {
  if (skip === undefined && todo === undefined) process.stdout.write(`failed ${name}\n`);
});
stream.on('test:summary', ({ counts, success }) => {
  process.stdout.write(success ? `passed ${counts.passed}\n` : 'failed as a whole\n');
});
