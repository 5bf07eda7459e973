import { runProgram } from '../../src/run-program.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of `model-gateway` in this process. */
export async function command(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runProgram(args, {
    env,
    folder,
    print: (line) => void out.push(line),
    say: (line) => void err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
