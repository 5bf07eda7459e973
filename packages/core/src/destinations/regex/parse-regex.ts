/** A regular expression as a tree. */
export type RegexNode =
  /** One character, a code point, that passes a test. */
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  /** A place between two characters; at the ends of the text one side is empty. */
  | { readonly kind: 'place'; readonly test: PlaceTest }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  /** `max` is Infinity for `*`, `+` and `{n,}`. */
  | {
      readonly kind: 'repeat';
      readonly part: RegexNode;
      readonly min: number;
      readonly max: number;
    };

export type PlaceTest = (before: string | undefined, after: string | undefined) => boolean;

export type RegexTree =
  | { readonly ok: true; readonly node: RegexNode }
  /** The part of it that has no linear-time search. */
  | { readonly ok: false; readonly unsupported: string };

/**
 * Parses a pattern that JavaScript accepts with the flag `u`; for any other the result is
 * meaningless. Classes and escapes are tested by JavaScript itself, one character at a time.
 */
export function parseRegex(pattern: string, flags = ''): RegexTree {
  const tokens = pattern.match(TOKEN) ?? [];
  const unsupported = tokens.map(unsupportedIn).find((name) => name !== undefined);
  return unsupported === undefined
    ? { ok: true, node: parseChoice(new Tokens(tokens, flags)) }
    : { ok: false, unsupported };
}

const TOKEN = new RegExp(
  [
    // Two \u escapes may be the halves of one character.
    String.raw`\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|[pP]\{[^}]*\}|k<[^>]*>|\d+|.)`,
    String.raw`\[(?:\\.|[^\]\\])*\]`,
    String.raw`\(\?(?:<?[=!]|<[^>]*>|.)`,
    String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`,
    '.',
  ].join('|'),
  'gsu',
);

function unsupportedIn(token: string): string | undefined {
  if (/^\\[1-9k]/.test(token)) return 'back references';
  if (/^\(\?<?[=!]/.test(token)) return 'look-ahead or look-behind';
  if (/^\(\?[^:<]/.test(token)) return 'flags inside the expression';
  return undefined;
}

class Tokens {
  readonly #tokens: readonly string[];
  /** The flags for JavaScript's test of one character. */
  readonly characterFlags: string;
  readonly places: ReadonlyMap<string, PlaceTest>;
  #position = 0;

  constructor(tokens: readonly string[], flags: string) {
    this.#tokens = tokens;
    const ignoresCase = flags.includes('i');
    this.characterFlags = `u${ignoresCase ? 'i' : ''}${flags.includes('s') ? 's' : ''}`;
    this.places = placesOf(ignoresCase, flags.includes('m'));
  }

  /** Returns the next token, or `''` at the end. */
  get next(): string {
    return this.#tokens[this.#position] ?? '';
  }

  take(): string {
    const token = this.next;
    this.#position++;
    return token;
  }
}

function parseChoice(tokens: Tokens): RegexNode {
  const options = [parseSequence(tokens)];
  while (tokens.next === '|') {
    tokens.take();
    options.push(parseSequence(tokens));
  }
  return { kind: 'choice', options };
}

function parseSequence(tokens: Tokens): RegexNode {
  const parts: RegexNode[] = [];
  while (!['', '|', ')'].includes(tokens.next)) {
    const part = parsePart(tokens);
    const bounds = QUANTIFIER.exec(tokens.next);
    if (bounds !== null) tokens.take();
    parts.push(bounds === null ? part : { kind: 'repeat', part, ...boundsOf(bounds) });
  }
  return { kind: 'sequence', parts };
}

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??$/;

/**
 * Returns the bounds of a repetition. Greedy and lazy are the same where only "found or not"
 * matters.
 */
function boundsOf([, sign, min = '', comma, max = '']: RegExpExecArray) {
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  const least = Number(min);
  if (comma === undefined) return { min: least, max: least };
  return { min: least, max: max === '' ? Infinity : Number(max) };
}

function parsePart(tokens: Tokens): RegexNode {
  const token = tokens.take();
  if (token === '(' || token.startsWith('(?')) {
    const inner = parseChoice(tokens);
    tokens.take();
    return inner;
  }
  const place = tokens.places.get(token);
  if (place !== undefined) return { kind: 'place', test: place };
  const { characterFlags: flags } = tokens;
  if (token === '.' || (token.length > 1 && /^[\\[]/.test(token)) || flags.includes('i')) {
    const form = new RegExp(`^${token}$`, flags);
    return { kind: 'character', test: (character) => form.test(character) };
  }
  return { kind: 'character', test: (character) => character === token };
}

function placesOf(ignoresCase: boolean, hasLines: boolean): ReadonlyMap<string, PlaceTest> {
  const isEdge = (character: string | undefined) =>
    character === undefined || (hasLines && /^[\n\r\u2028\u2029]$/.test(character));
  // The Kelvin sign is a "k" where case does not count.
  const word = ignoresCase ? /^\w$/iu : /^\w$/;
  const isWord = (character: string | undefined) => character !== undefined && word.test(character);
  return new Map<string, PlaceTest>([
    ['^', (before) => isEdge(before)],
    ['$', (_, after) => isEdge(after)],
    [String.raw`\b`, (before, after) => isWord(before) !== isWord(after)],
    [String.raw`\B`, (before, after) => isWord(before) === isWord(after)],
  ]);
}
