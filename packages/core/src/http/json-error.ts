/** What may come next in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

const BLANK = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/** Where a text stops being JSON, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * The place of the first error in a text that `JSON.parse` refused. Engines say it in some of their
 * messages only, and each in its own words.
 */
export function placeOfJsonError(text: string): Place {
  const before = text.slice(0, offsetOfError(text));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

function offsetOfError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    if (!pattern.test(text)) return false;
    offset = pattern.lastIndex;
    return true;
  };

  for (;;) {
    take(BLANK);
    const character = text[offset];
    if (character === undefined) return offset;
    const closes = character === ']' || character === '}';
    const closing = open.at(-1) === '[' ? ']' : '}';
    if (closes) {
      const allowed: readonly Expected[] =
        character === ']' ? ['value or ]', ', or end'] : ['name or }', ', or end'];
      if (open.length === 0 || character !== closing || !allowed.includes(expected)) return offset;
      open.pop();
      offset++;
      expected = ', or end';
    } else if (expected === ', or end') {
      if (character !== ',' || open.length === 0) return offset;
      offset++;
      expected = open.at(-1) === '{' ? 'name' : 'value';
    } else if (expected === ':') {
      if (character !== ':') return offset;
      offset++;
      expected = 'value';
    } else if (expected === 'name' || expected === 'name or }') {
      const after = endOfString(text, offset);
      if (after === undefined) return offset;
      offset = after;
      expected = ':';
    } else if (character === '{' || character === '[') {
      open.push(character);
      offset++;
      expected = character === '{' ? 'name or }' : 'value or ]';
    } else {
      const after = endOfString(text, offset);
      if (after === undefined && !take(SCALAR)) return offset;
      offset = after ?? offset;
      expected = ', or end';
    }
  }
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where the string that begins at `start` has ended; undefined when there is no valid one. */
function endOfString(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined;
  // By hand: a pattern for strings of 8 MB overflows the stack of its engine.
  for (let i = start + 1; i < text.length;) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    if (code < SPACE) return undefined;
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = i;
      if (!ESCAPE.test(text)) return undefined;
      i = ESCAPE.lastIndex;
    } else i++;
  }
  return undefined;
}

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
