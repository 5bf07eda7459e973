import type { Children } from './children.ts';
import { get } from './get.ts';
import { printed } from './output.ts';
import { residentBytesOf } from './resident-memory.ts';
import type { Bench } from './suite.ts';

export interface Start {
  /** From before the program is spawned until its first answer is complete. */
  readonly milliseconds: number;
  /** Resident memory right after that. */
  readonly residentBytes: number;
  readonly body: Uint8Array;
}

export interface StartOptions {
  readonly command: readonly string[];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts a program that prints `ready at <url>` or `listening on <url>`, sends it one request and ends it. */
export async function startAndAsk(
  children: Children,
  { command, path, headers }: StartOptions,
): Promise<Start> {
  const begin = performance.now();
  const child = children.start(command, { side: 'server', hasChannel: false });
  try {
    const url = await printed(child, /(?:ready at|listening on) (http:\/\/[\w.:]+)/);
    const { status, body } = await get(url + path, headers);
    const milliseconds = performance.now() - begin;
    if (status !== 200) throw new Error(`expected 200 of ${path}, got ${status}`);
    // A program that has printed something was started.
    return { milliseconds, residentBytes: residentBytesOf(child.pid ?? 0), body };
  } finally {
    await children.stop(child);
  }
}

/**
 * Starts programs in turns, each this often. Returns what gives a figure of every start of one of
 * them.
 */
export async function startInTurns<Name extends string>(
  { children, progress }: Bench,
  spawns: number,
  programs: Readonly<Record<Name, StartOptions>>,
): Promise<(name: Name, figure: 'milliseconds' | 'residentBytes') => number[]> {
  const starts: { readonly name: string; readonly start: Start }[] = [];
  for (let i = 1; i <= spawns; i++) {
    progress(`start ${i} of ${spawns}`);
    for (const [name, program] of Object.entries<StartOptions>(programs)) {
      starts.push({ name, start: await startAndAsk(children, program) });
    }
  }
  return (wanted, figure) =>
    starts.flatMap(({ name, start }) => (name === wanted ? [start[figure]] : []));
}
