import assert from 'node:assert/strict';
import type { Io, LineOutput } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';

/** What a run of the command printed and how it ended. */
export interface FinishedRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningMock extends AsyncDisposable {
  /** The start-up block. */
  readonly stdout: string;
  /** Resolves to the first match in what is printed from now on. */
  printed(where: 'stdout' | 'stderr', pattern: RegExp): Promise<string>;
  /** What Ctrl-C does. */
  stop(): void;
  readonly finished: Promise<FinishedRun>;
}

/** The last line of the start-up block. */
const READY = /Ctrl-C stops it\./;

/** Runs the command in this process until it ends on its own; spawn-mock.ts starts a program. */
export async function runMock(...args: string[]): Promise<FinishedRun> {
  return runWith(new TestIo(), args);
}

/** Runs the command in this process until its start-up block is printed. */
export async function startMock(...args: string[]): Promise<RunningMock> {
  const io = new TestIo();
  const ready = io.stdout.printed(READY);
  const finished = runWith(io, args);
  const ended = finished.then((ended) => {
    throw new Error(`the command ended before it was ready: ${JSON.stringify(ended)}`);
  });
  await Promise.race([ready, ended]);
  // From here on the end is expected.
  ended.catch(() => {});
  return {
    stdout: io.stdout.text,
    printed: (where, pattern) => io[where].printed(pattern),
    stop: () => io.stop(),
    finished,
    async [Symbol.asyncDispose]() {
      io.stop();
      await finished;
    },
  };
}

async function runWith(io: TestIo, args: readonly string[]): Promise<FinishedRun> {
  const code = await run(args, io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

class TestIo implements Io {
  readonly env = {};
  readonly stdout = new KeptOutput((text) => {
    if (!READY.test(text)) return;
    assert.ok(this.#onStop, 'a signal right after this line would end the program at once');
  });
  readonly stderr = new KeptOutput();
  #onStop: (() => void) | undefined;

  stopSignal(): Promise<void> {
    return new Promise((resolve) => (this.#onStop = resolve));
  }

  stop(): void {
    this.#onStop?.();
    this.#onStop = undefined;
  }

  endWithoutReader(): void {}
}

/** Keeps what is written. */
class KeptOutput implements LineOutput {
  readonly writableLength = 0;
  text = '';
  #look = () => {};
  readonly #onWrite: (text: string) => void;

  constructor(onWrite: (text: string) => void = () => {}) {
    this.#onWrite = onWrite;
  }

  write(text: string): void {
    this.#onWrite(text);
    this.text += text;
    this.#look();
  }

  printed(pattern: RegExp): Promise<string> {
    const from = this.text.length;
    return new Promise((resolve) => {
      this.#look = () => {
        const [found] = pattern.exec(this.text.slice(from)) ?? [];
        if (found !== undefined) resolve(found);
      };
    });
  }
}
