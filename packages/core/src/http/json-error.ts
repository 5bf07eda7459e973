/** What may come next in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
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
      if (!take(STRING)) return offset;
      expected = ':';
    } else if (character === '{' || character === '[') {
      open.push(character);
      offset++;
      expected = character === '{' ? 'name or }' : 'value or ]';
    } else {
      if (!take(STRING) && !take(SCALAR)) return offset;
      expected = ', or end';
    }
  }
}
