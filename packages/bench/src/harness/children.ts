import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { canPin, onCoreOf, type Side } from './cores.ts';

export interface ChildOptions {
  readonly side: Side;
  /** Whether the program talks with us over a channel (our own programs do). */
  readonly hasChannel: boolean;
  readonly cwd?: string | undefined;
}

const GRACE_MILLISECONDS = 5000;

/** The processes of this run, so that none outlives it. */
export class Children implements Disposable {
  readonly #running = new Set<ChildProcess>();
  readonly #pinned = canPin();

  /** Starts a program with its output piped and without anything that changes how node runs. */
  start(command: readonly string[], { side, hasChannel, cwd }: ChildOptions): ChildProcess {
    const [file = '', ...args] = this.#pinned ? onCoreOf(side, command) : command;
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = spawn(file, args, {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  /** Ends a process and waits until it is gone: politely, so that it can write its CPU profile. */
  async stop(child: ChildProcess): Promise<void> {
    if (!this.#running.has(child)) return;
    const gone = once(child, 'exit');
    if (child.connected) child.disconnect();
    else child.kill();
    const timeout = new AbortController();
    const timedOut = delay(GRACE_MILLISECONDS, undefined, timeout).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await gone;
    timeout.abort();
    await timedOut;
  }

  [Symbol.dispose](): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}
