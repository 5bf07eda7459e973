import { execFile } from 'node:child_process';

export interface CommandOutcome {
  readonly ok: boolean;
  readonly stdout: string;
  /** Everything it printed, for a person to read. */
  readonly output: string;
}

/** Far longer than any program takes, on a machine that is busy besides. */
export const PATIENCE_MS = 300_000;

/** Runs a program to its end, without a shell or input. Resolves even if it fails. */
export function runCommand(
  program: string,
  args: readonly string[],
  { cwd }: { readonly cwd: string },
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: PATIENCE_MS, maxBuffer: 32 * 1024 * 1024 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const printed = `${stdout}${stderr}`.trim();
      const output = printed === '' && error !== null ? error.message : printed;
      resolve({ ok: error === null, stdout, output });
    });
    child.stdin?.end();
  });
}
