import { execFile } from 'node:child_process';

export interface CommandOutcome {
  readonly ok: boolean;
  readonly stdout: string;
  /** Everything it printed, for a person to read. */
  readonly output: string;
}

/** Runs a program to its end, without a shell or input. Resolves even if it fails. */
export function runCommand(
  program: string,
  args: readonly string[],
  { cwd, timeoutMs = 120_000 }: { readonly cwd: string; readonly timeoutMs?: number },
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: timeoutMs, maxBuffer: 32 * 1024 * 1024 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const printed = `${stdout}${stderr}`.trim();
      const output = printed === '' && error !== null ? error.message : printed;
      resolve({ ok: error === null, stdout, output });
    });
    child.stdin?.end();
  });
}
