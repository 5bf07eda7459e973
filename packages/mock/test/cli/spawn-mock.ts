import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

/** What a run of the command printed and how it ended. */
export interface FinishedRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningMock extends AsyncDisposable {
  readonly process: ChildProcess;
  /** The start-up block. */
  readonly stdout: string;
  readonly finished: Promise<FinishedRun>;
}

/**
 * Starts the command from source. Node is spawned directly, so that signals reach it, and strips the
 * types itself, which takes half the time of tsx.
 */
function spawnMock(args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=@model-gateway/source', BIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const finished = once(child, 'close').then(([code]): FinishedRun => ({ code, ...output }));
  return { child, output, finished };
}

/** Runs the command until it exits on its own. */
export function runMock(...args: string[]): Promise<FinishedRun> {
  return spawnMock(args).finished;
}

/** Runs the command until its start-up block is printed. */
export async function startMock(...args: string[]): Promise<RunningMock> {
  const { child, output, finished } = spawnMock(args);
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
