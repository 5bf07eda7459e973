/**
 * `pnpm test [part of a path…] [--node-flag=value…]`: runs the tests on the sources, without a
 * build, with every file named.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { ROOT } from './repository.ts';
import { selectTests, type TestSelection } from './select-tests.ts';

const TEST_FILES = ['packages/*/test/**/*.test.ts', 'examples/*/**/*.test.ts'];
/** Several times what all tests take; what is still running then leaves something open. */
const LIMIT_MINUTES = 20;
/** Far longer than any test takes; one that hangs is then named by itself. */
const TEST_LIMIT_MINUTES = 3;
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

try {
  run(selectTests(testFiles(), process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function testFiles(): string[] {
  return globSync(TEST_FILES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).map(
    (file) => file.replaceAll('\\', '/'),
  );
}

function run({ files, flags }: TestSelection): void {
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      '--import',
      'tsx',
      '--conditions=@model-gateway/source',
      '--test',
      `--test-timeout=${TEST_LIMIT_MINUTES * 60_000}`,
      ...flags,
      ...files,
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);

  const tooLong = setTimeout(() => {
    console.error(
      `The tests take longer than ${LIMIT_MINUTES} minutes. A file that is named below leaves a ` +
        'server, a timer or a child process open.',
    );
    child.kill('SIGTERM');
  }, LIMIT_MINUTES * 60_000);
  if (flags.includes('--watch')) clearTimeout(tooLong);

  child.on('exit', (code, signal) => {
    clearTimeout(tooLong);
    for (const name of FORWARDED_SIGNALS) process.off(name, forward);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}
