const LONGEST = 80;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns a value of a request as errors repeat it: shortened, with control characters escaped. A text
 * that is a number stands without quotes, as in a query: `quoteValue` has them.
 */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return shorten(JSON.stringify(value) ?? String(value));
  return PLAIN_NUMBER.test(value) && value.length <= LONGEST ? value : quoteText(value);
}

/**
 * Returns a value as errors repeat it where its type matters: a text in quotes, shortened; a number, a
 * flag, a list of them. Of anything else, whose members may be secret, its kind.
 */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return quoteText(value);
  if (isPlain(value)) return String(value);
  if (!Array.isArray(value) || !value.every((item) => isPlain(item) || typeof item === 'string')) {
    return kindOf(value);
  }
  return shorten(JSON.stringify(value));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function quoteText(text: string): string {
  const characters = Array.from(text.slice(0, 4 * LONGEST));
  return characters.length <= LONGEST
    ? JSON.stringify(text)
    : `${JSON.stringify(characters.slice(0, LONGEST).join(''))}…`;
}

/** Names the kind of a value, where the value itself must not be repeated. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const type = typeof value;
  if (type === 'undefined') return 'nothing';
  if (type === 'boolean') return 'true or false';
  return type === 'string' ? 'text' : `${type === 'object' ? 'an' : 'a'} ${type}`;
}

const HALF_A_PAIR_AT_THE_END = /[\ud800-\udbff]$/;

/**
 * Cuts a text for a message: at most `longest` UTF-16 units, 80 by default, and `…` for the rest.
 * Does not cut through a surrogate pair: strict parsers refuse JSON with half of one.
 */
export function shorten(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(HALF_A_PAIR_AT_THE_END, '')}…`;
}
