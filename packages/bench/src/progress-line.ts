import type { WriteStream } from 'node:tty';

export interface ProgressLine extends Disposable {
  /** Shows the current progress in place of the previous one; does nothing without a terminal. */
  readonly update: (text: string) => void;
  /** Prints a line that stays. */
  readonly log: (text: string) => void;
}

const CLEAR = '\r\u001b[K';

/** A line at the bottom of the terminal that says what goes on. */
export function progressLine(stream: Pick<WriteStream, 'isTTY' | 'write'>): ProgressLine {
  const update = (text: string) => {
    if (stream.isTTY) stream.write(CLEAR + text);
  };
  const log = (text: string) => {
    update('');
    stream.write(`${text}\n`);
  };
  return { update, log, [Symbol.dispose]: () => update('') };
}
