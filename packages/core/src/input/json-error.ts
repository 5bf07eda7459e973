import { endOfScalar, endOfString } from './json-tokens.ts';

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

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
