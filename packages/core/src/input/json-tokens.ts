/**
 * Returns the position of the quote that closes a string, of which `from` is the first position behind
 * the opening quote; the length of `text` where none does. The string need not be valid.
 */
export function closingQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns the end of the string that begins at `start`; undefined when it is not valid. */
export function endOfString(text: string, start: number): number | undefined {
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
export function endOfScalar(text: string, start: number): number | undefined {
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

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
