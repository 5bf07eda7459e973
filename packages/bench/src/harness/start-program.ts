import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Children } from './children.ts';
import type { Side } from './cores.ts';
import { printed } from './output.ts';

export interface ProgramOptions {
  /** File below src. */
  readonly program: string;
  readonly side: Side;
  readonly args?: readonly string[];
  /** Flags of node; the servers whose CPU time is compared run without. */
  readonly flags?: readonly string[];
}

/**
 * Starts a program of this package, which says `READY`, and behind it the port that it listens on.
 * Node strips its types while loading; there is no loader and no source condition, so it runs the
 * built packages as a user's program would.
 */
export async function startProgram(
  children: Children,
  { program, side, args = [], flags = [] }: ProgramOptions,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const command = [process.execPath, ...flags, file, ...args];
  const child = children.start(command, { side, hasChannel: true });
  return { child, port: Number(await printed(child, /^READY ?(\d*)$/m)) };
}
