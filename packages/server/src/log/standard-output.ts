import { BufferedOutput, type LineStream } from './buffered-output.ts';

let output: BufferedOutput | undefined;

/** The standard output of this process, which all its loggers share. */
export function standardOutput(): BufferedOutput {
  return (output ??= open());
}

function open(): BufferedOutput {
  const { stdout, platform } = process;
  const descriptor = () => (isReplaced(stdout) ? undefined : stdout.fd);
  // Node writes to terminals, and to pipes on Windows, with calls that wait for the reader.
  const mayWait = stdout.isTTY || platform === 'win32';
  const opened = new BufferedOutput(throughReplacement(stdout), {
    descriptor: mayWait ? undefined : descriptor,
  });
  // Also after an uncaught error: the last lines are the ones that explain it.
  process.on('exit', () => opened.writeRest(descriptor()));
  return opened;
}

/** Test runners and log capturers put a `write` of their own in place of that of the stream's class. */
function isReplaced(stdout: NodeJS.WriteStream): boolean {
  return Object.hasOwn(stdout, 'write');
}

/**
 * `stdout`, for a `write` that may be replaced. Replacements expect a text, as from `console.log`, and
 * many of them keep what they get and call nothing back.
 */
function throughReplacement(stdout: NodeJS.WriteStream): LineStream {
  return {
    write(bytes, done) {
      if (!isReplaced(stdout)) return stdout.write(bytes, done);
      stdout.write(new TextDecoder().decode(bytes));
      if (stdout.writableNeedDrain) stdout.once('drain', () => done());
      else done();
    },
    get writableLength() {
      return stdout.writableLength;
    },
    on: (event, listener) => stdout.on(event, listener),
  };
}
