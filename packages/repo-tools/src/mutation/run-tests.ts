import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../repository.ts';

export type TestVerdict =
  | { readonly kind: 'passed'; readonly tests: number; readonly ms: number }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'timed out' };

export interface TestRun {
  /** Test files, absolute or relative to the root of the repository. */
  readonly tests: readonly string[];
  /** The source file whose text is `source` for these tests; absolute or relative to the root. */
  readonly file: string;
  readonly source: string;
  readonly limitMs: number;
}

const CHILD = path.join(import.meta.dirname, 'child');
/** For the programs that tests start, too. */
const SERVE_MUTANT = `--import=${pathToFileURL(path.join(CHILD, 'serve-mutant.ts')).href}`;
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  // Stops a mutant that allocates memory without bound.
  '--max-old-space-size=512',
  '--conditions=@model-gateway/source',
];

/**
 * Runs tests against a changed source in a process of their own, up to the first failure. An
 * endless loop is killed at the time limit. Node strips the types, so a run takes only a quarter of
 * a second.
 */
export function runTests({ tests, file, source, limitMs }: TestRun): Promise<TestVerdict> {
  const started = performance.now();
  const program = path.join(CHILD, 'run-to-first-failure.ts');
  const child = spawn(process.execPath, [...FLAGS, program, ...tests], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutTestContext(process.env),
      NODE_OPTIONS: SERVE_MUTANT,
      // Compiles everything but the mutant once.
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/mutation'),
      MUTANT_URL: pathToFileURL(path.resolve(ROOT, file)).href,
      MUTANT_SOURCE: source,
    },
  });
  let printed = '';
  let complaints = '';
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, limitMs);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    if (/^failed .*\n/m.test(printed)) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      const count = /^passed (\d+)$/m.exec(printed)?.[1];
      if (code === 0 && count !== undefined) {
        resolve({ kind: 'passed', tests: Number(count), ms: performance.now() - started });
      } else if (isLate) resolve({ kind: 'timed out' });
      else {
        const name = /^failed (.*)$/m.exec(printed)?.[1];
        resolve({ kind: 'failed', why: name ?? complaints.trim() });
      }
    });
  });
}

/** Node marks the processes of a test run with this variable and would skip a nested run. */
function withoutTestContext(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...rest } = env;
  return rest;
}
