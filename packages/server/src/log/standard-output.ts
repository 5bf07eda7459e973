import { BufferedOutput } from './buffered-output.ts';

let output: BufferedOutput | undefined;

/** The standard output of this process, which all its loggers share. */
export function standardOutput(): BufferedOutput {
  return (output ??= open());
}

function open(): BufferedOutput {
  const { stdout, platform } = process;
  // Node writes to terminals, and to pipes on Windows, with calls that wait for the reader.
  const descriptor = stdout.isTTY || platform === 'win32' ? undefined : stdout.fd;
  const opened = new BufferedOutput(stdout, { descriptor });
  // Also after an uncaught error: the last lines are the ones that explain it.
  process.on('exit', () => opened.writeRest(stdout.fd));
  return opened;
}
