/**
 * `pnpm test [part of a path…] [--no-long] [--node-flag=value…]`: runs the tests on the sources,
 * without a build, with every file named. Files share processes, because starting one costs more
 * than most files take; see plan-processes.ts. `--no-long` leaves out the short versions of what
 * `pnpm test:system` runs at full length.
 *
 * `pnpm test:system …`: runs the files that start browsers, servers and other programs, which
 * `pnpm test` leaves out unless they are named, and those with a long version at its full length; see system-tests.ts.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../repository.ts';
import { withoutDashes } from '../without-dashes.ts';
import { asksForOwnProcess, planProcesses, takesLong, type TestFile } from './plan-processes.ts';
import { belongsToSystem, belongsToTest, LONG_TESTS } from './system-tests.ts';
import { selectTests, type TestSelection } from './select-tests.ts';
import { entryOf, TEST_ARGS } from './test-process.ts';

const TEST_FILES = ['packages/*/test/**/*.test.ts', 'examples/*/**/*.test.ts'];
/** Several times what all tests take; a test that still runs has left something open. */
const LIMIT_MINUTES = 20;
/** Far longer than any test takes, so that a hanging test is reported by name. */
const TEST_LIMIT_MINUTES = 3;
/** Compiled code of what is imported, for the processes of the tests and the programs they start. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const SYSTEM = '--system';
const NO_LONG = '--no-long';

const isSystem = process.argv.includes(SYSTEM);
const isWithoutLong = process.argv.includes(NO_LONG);

try {
  const args = withoutDashes(process.argv.slice(2)).filter(
    (arg) => arg !== SYSTEM && arg !== NO_LONG,
  );
  if (isSystem) process.env[LONG_TESTS] = '1';
  const isNamed = args.some((arg) => !arg.startsWith('-'));
  const files = testFiles().filter(
    (path) => (isNamed && !isSystem && !isWithoutLong) || belongs(textOf(path)),
  );
  run(selectTests(files, args), isSystem ? 4 * LIMIT_MINUTES : LIMIT_MINUTES);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function belongs(text: string): boolean {
  if (isSystem) return belongsToSystem(text);
  return belongsToTest(text) && !(isWithoutLong && belongsToSystem(text));
}

/** In the order of their names, so that the same files share a process on every machine. */
function testFiles(): string[] {
  return globSync(TEST_FILES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function run({ files, flags }: TestSelection, limitMinutes: number): void {
  const entries = writeEntries(files);
  const child = spawn(
    process.execPath,
    [
      ...TEST_ARGS,
      `--test-timeout=${(TEST_LIMIT_MINUTES / LIMIT_MINUTES) * limitMinutes * 60_000}`,
      // More than the number of cores, because some tests wait for programs that they start.
      `--test-concurrency=${availableParallelism() + 2}`,
      ...flags,
      ...entries.paths,
    ],
    { cwd: ROOT, stdio: 'inherit', env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env } },
  );
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);

  const tooLong = setTimeout(() => {
    console.error(
      `The tests take longer than ${limitMinutes} minutes. A file that is named below leaves a ` +
        'server, a timer or a child process open.',
    );
    child.kill('SIGTERM');
  }, limitMinutes * 60_000);
  if (flags.includes('--watch')) clearTimeout(tooLong);

  child.on('exit', (code, signal) => {
    clearTimeout(tooLong);
    entries.remove();
    for (const name of FORWARDED_SIGNALS) process.off(name, forward);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

/**
 * Writes a module per process that imports its test files; node runs them in the order of their
 * names.
 */
function writeEntries(files: readonly string[]): { paths: string[]; remove: () => void } {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'test-processes-'));
  const processes = planProcesses(files.map(testFile));
  const paths = processes.map(({ name, files: members }, index) => {
    const number = String(index).padStart(3, '0');
    const path = join(folder, `${number} ${name.replaceAll('/', ' ')}.mjs`);
    writeFileSync(path, entryOf(members.map((file) => join(ROOT, file))));
    return path;
  });
  return { paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** At full length a file takes so long that the others do not wait for it. */
function testFile(path: string): TestFile {
  const text = textOf(path);
  const isAlone = asksForOwnProcess(text);
  const isLong = isSystem && belongsToTest(text);
  return {
    path,
    ownProcess: isAlone || isLong,
    waits: isAlone || !belongsToTest(text),
    isLong: takesLong(text),
  };
}
