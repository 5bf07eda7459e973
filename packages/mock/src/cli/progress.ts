import type { TextOutput } from './io.ts';
import { thousands } from './thousands.ts';

export interface ProgressLine {
  update(done: number, total: number): void;
  /** Takes the line away again. */
  clear(): void;
}

/**
 * A line on the terminal that counts upwards in place. Silent unless standard error is a terminal,
 * so that logs hold no half lines.
 */
export function progressLine(noun: string, terminal: TextOutput): ProgressLine {
  if (!terminal.isTTY) return { update() {}, clear() {} };
  return {
    update(done, total) {
      const percent = Math.floor((100 * done) / Math.max(total, 1));
      terminal.write(`\r\u001b[K${percent}% ${thousands(done)} of ${thousands(total)} ${noun}`);
    },
    clear: () => void terminal.write('\r\u001b[K'),
  };
}
