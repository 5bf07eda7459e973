import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { systemClock, type Clock } from '@model-gateway/core';
import { runProgram } from '../../src/run-program.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of `model-gateway` in this process, with `input` as its standard input. */
export async function command(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  clock: Clock = systemClock,
): Promise<Outcome> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runProgram(args, {
    env,
    folder,
    clock,
    input: () => Readable.from([Buffer.from(input)]),
    print: (line) => void out.push(line),
    say: (line) => void err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Commands by their words, separated by spaces, followed by whole arguments. */
export function wordsFor(command: (args: readonly string[]) => Promise<Outcome>) {
  const run = (words: string, ...more: readonly string[]) =>
    command([...words.split(' '), ...more]);
  return {
    run,
    /** What a command answers, which has to succeed. */
    json: async (words: string, ...more: readonly string[]) =>
      jsonOf(await run(words, ...more, '--json')),
    /** Why a command fails, which it has to, without an answer. */
    async refused(words: string, ...more: readonly string[]) {
      const { code, out, err } = await run(words, ...more);
      assert.deepEqual([code, out], [1, '']);
      return err;
    },
  };
}

/** What a command that succeeded printed. */
export function jsonOf({ code, out, err }: Outcome) {
  assert.equal(code, 0, err);
  return JSON.parse(out);
}
