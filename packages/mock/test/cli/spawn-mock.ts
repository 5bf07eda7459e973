import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FinishedRun } from './run-mock.ts';

const BIN = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

/** The command as a program. */
export interface SpawnedMock extends AsyncDisposable {
  readonly process: ChildProcess;
  /** The start-up block. */
  readonly stdout: string;
  readonly finished: Promise<Omit<FinishedRun, 'code'> & { readonly code: number | null }>;
}

/**
 * Starts the command from source. Node is spawned directly, so that signals reach it, and strips the
 * types itself, which takes half the time of tsx.
 */
function spawnBin(args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=@model-gateway/source', BIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const finished = once(child, 'close').then(([code]) => ({ code, ...output }));
  return { child, output, finished };
}

/** Runs the program until it exits on its own. */
export function runBin(...args: string[]): SpawnedMock['finished'] {
  return spawnBin(args).finished;
}

/** Runs the program for a reader that has gone before it writes: what it says elsewhere. */
export function runUnread(...args: string[]): SpawnedMock['finished'] {
  const { child, finished } = spawnBin(args);
  child.stdout.destroy();
  return finished;
}

/** Runs the program until its start-up block is printed. */
export async function startBin(...args: string[]): Promise<SpawnedMock> {
  const { child, output, finished } = spawnBin(args);
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (output.stdout.includes('Ctrl-C stops it.')) resolve();
    });
  });
  const ended = finished.then((run) => {
    throw new Error(`the command ended before it was ready: ${JSON.stringify(run)}`);
  });
  await Promise.race([ready, ended]);
  // From here on the end is expected.
  ended.catch(() => {});
  return {
    process: child,
    stdout: output.stdout,
    finished,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await finished;
    },
  };
}
