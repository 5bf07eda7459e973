/** The beginning of a line. */
export interface LineHead {
  /** By the clock of the machine. */
  readonly at: Date;
  /** Undefined when no answer was sent: the connection was broken. */
  readonly status: number | undefined;
  readonly isColoured: boolean;
}

/** Returns a line for a request: `12:00:01.123  200  createImage  31 ms`. */
export function logLine({ at, status, isColoured }: LineHead, text: string): string {
  const time = at.toISOString().slice(11, 23);
  return `${time}  ${coloured(status, isColoured)}  ${printable(text)}\n`;
}

/** A client's text must not steer the terminal or begin a line of its own. */
function printable(text: string): string {
  return text.replaceAll(
    /\p{C}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function coloured(status: number | undefined, isColoured: boolean): string {
  const text = status === undefined ? '---' : String(status);
  if (!isColoured) return text;
  return `${ESCAPE}[${colourOf(status)}m${text}${ESCAPE}[39m`;
}

const ESCAPE = '\u001b';
const GREEN = 32;
const YELLOW = 33;
const RED = 31;

function colourOf(status: number | undefined): number {
  if (status === undefined || status >= 500) return RED;
  return status >= 400 ? YELLOW : GREEN;
}
