import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '../../../repo-tools/src/tests/bundled-program.ts';
import type { JobName } from '../faults/worker-process.ts';

/** A process of its own that works on a database. */
export interface Worker {
  /** Its acknowledgements so far, one line each. */
  readonly lines: readonly string[];
  /** Resolves once this many lines have arrived, or the process has ended. */
  saw(count: number): Promise<void>;
  /** Kills it in the middle of its work; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when its job is done; rejects with its output if it failed. */
  done(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../faults/worker-process.ts', import.meta.url));

export interface WorkerOptions {
  /** The words before the program, such as those of `withoutRights()`. */
  readonly prefix?: readonly string[];
}

export function startWorker(
  job: JobName,
  location: string,
  args: readonly string[] = [],
  { prefix = [] }: WorkerOptions = {},
): Worker {
  const [program, ...first] = [...prefix, process.execPath];
  // Another user may not be allowed to look where the bundle is.
  const { file, env } =
    prefix.length === 0 ? bundledProgram(PROGRAM) : { file: PROGRAM, env: process.env };
  const flags = ['--conditions=@model-gateway/source', '--no-warnings'];
  const child = spawn(program, [...first, ...flags, file, job, location, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const lines: string[] = [];
  let complaint = '';
  let wake = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const state = { hasEnded: false };
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      state.hasEnded = true;
      resolve({ code, signal });
      wake();
    });
  });
  return {
    lines,
    async saw(count) {
      while (lines.length < count && !state.hasEnded) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async done() {
      const { code, signal } = await ended;
      if (code !== 0) throw new Error(`${job} ended with ${code ?? signal}: ${complaint}`);
    },
  };
}
