/** The tokens that may come next in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/** Where a text stops being JSON, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the place of the first error in a text that `JSON.parse` refused. Engines give it only in
 * some messages, and each in its own words.
 */
export function placeOfJsonError(text: string): Place {
  const offset = offsetOfError(text);
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

function offsetOfError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let offset = 0;

  for (;;) {
    while (isBlank(text.charCodeAt(offset))) offset++;
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
      const after = endOfString(text, offset) ?? endOfScalar(text, offset);
      if (after === undefined) return offset;
      offset = after;
      expected = ', or end';
    }
  }
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns the end of the string that begins at `start`; undefined when it is not valid. */
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

const WORD = /(?:true|false|null)(?!\w)/y;
/** The parts of a number around its digits. */
const SIGN = /-?/y;
const POINT = /\./y;
const EXPONENT = /[eE][+-]?/y;
const MORE_OF_IT = /[\w.]/y;

/** Returns the end of the number or word that begins at `start`; undefined when it is not valid. */
function endOfScalar(text: string, start: number): number | undefined {
  const word = endOf(WORD, text, start);
  if (word !== undefined) return word;
  const first = endOf(SIGN, text, start) ?? start;
  // Digits by hand too, for the same reason.
  let end = text[first] === '0' ? first + 1 : endOfDigits(text, first);
  if (end === first) return undefined;
  for (const part of [POINT, EXPONENT]) {
    const digits = endOf(part, text, end);
    if (digits === undefined) continue;
    end = endOfDigits(text, digits);
    if (end === digits) return undefined;
  }
  return endOf(MORE_OF_IT, text, end) === undefined ? end : undefined;
}

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end++;
  return end;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === 0x0a || code === 0x0d || code === 0x09;
}

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
