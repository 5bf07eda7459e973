import { closingQuote } from './json-tokens.ts';
import { quote } from './quote.ts';
import { itemsOf, memberOf, type Reading } from './strict-reading.ts';
import { DEEPEST, MOST_MEMBERS, MOST_VALUES, TOO_MANY_MEMBERS } from './unsafe-value.ts';

/** An open bracket of a JSON text. */
interface Bracket {
  readonly reading: Reading;
  /** The names read so far; undefined for a list. */
  readonly names: Set<string> | undefined;
}

/**
 * Returns what is wrong with the nesting, the size or the member names of a JSON text, as a
 * sentence; the text need not be valid. Called before parsing, because 32 MiB of brackets would
 * take a gigabyte once parsed, and because a parser keeps only the last of two members with one
 * name.
 */
export function structureProblem(text: string, whole: Reading): string | undefined {
  const open: Bracket[] = [];
  /** How the next value is judged. */
  let next = whole;
  let expectsName = false;
  let commas = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    switch (code) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (open.length === DEEPEST) return `the body may be at most ${DEEPEST} levels deep`;
        expectsName = code === OPEN_OBJECT;
        open.push({ reading: next, names: expectsName ? new Set() : undefined });
        if (!expectsName) next = itemsOf(next);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        expectsName = false;
        break;
      case COMMA: {
        if (++commas > MOST_VALUES) return `the body may hold at most ${MOST_VALUES} values`;
        const around = open.at(-1);
        expectsName = around?.names !== undefined;
        if (around?.names === undefined) next = itemsOf(around?.reading ?? 'nothing');
        break;
      }
      case QUOTE: {
        const end = closingQuote(text, i + 1);
        const around = open.at(-1);
        if (expectsName && around?.names !== undefined && around.reading !== 'nothing') {
          const name = nameOf(text.slice(i, end + 1));
          next = memberOf(around.reading, name);
          if (next !== 'nothing') {
            if (around.names.has(name)) return `the member ${quote(name)} appears twice`;
            around.names.add(name);
            if (around.names.size > MOST_MEMBERS) return TOO_MANY_MEMBERS;
          }
        }
        expectsName = false;
        i = end;
        break;
      }
      default:
    }
  }
  return undefined;
}

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const QUOTE = 0x22;

/**
 * Returns a member name without quotes and escapes, or the literal itself when it is not a valid
 * string.
 */
function nameOf(literal: string): string {
  // As nearly all are: between their quotes they are what they say.
  if (literal.endsWith('"') && !literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
