import { BufferedOutput } from './buffered-output.ts';

let output: BufferedOutput | undefined;

/** The standard output of this process, which all its loggers share. */
export function standardOutput(): BufferedOutput {
  return (output ??= open());
}

function open(): BufferedOutput {
  const opened = new BufferedOutput(process.stdout);
  // Also after an error that nobody caught: its last lines are the ones that explain it.
  process.on('exit', () => opened.writeRest(process.stdout.fd));
  return opened;
}
