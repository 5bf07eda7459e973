import { LINEAR_ENGINE } from '@model-gateway/core/kit';

/** How long a text has to be. */
interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Attempts to make a text longer by repeating what may be repeated. */
const MOST_REPEATS = 64;

/**
 * Returns a text that a regular expression of a schema matches; undefined where none is found, as for
 * look-around and back references. One that is too large for the engine is followed, and not judged.
 */
export function samplePattern(pattern: string, { least, most }: Lengths): string | undefined {
  let expression: ReturnType<typeof LINEAR_ENGINE>;
  try {
    expression = LINEAR_ENGINE(pattern, 'u');
  } catch {
    return undefined;
  }
  for (let repeats = 0; repeats <= MOST_REPEATS; repeats++) {
    const text = new Generator(pattern, repeats).text();
    if (text === undefined) return undefined;
    const { length } = Array.from(text);
    const padded = length < least && !pattern.endsWith('$') ? text.padEnd(least, 'a') : text;
    const isLongEnough = Array.from(padded).length >= least;
    // Found texts are short, and each is tried once.
    if (isLongEnough && length <= most && expression.test(padded)) return padded;
  }
  return undefined;
}

/** Says whether a pattern of a schema matches; undefined for one that the engine cannot judge. */
export function isMatch(pattern: string, text: string): boolean | undefined {
  try {
    return LINEAR_ENGINE(pattern, 'u').test(text);
  } catch {
    return undefined;
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  t: '\t',
  r: '\r',
};

/** Reads an expression, and writes the shortest text it matches with `repeats` more of each repetition. */
class Generator {
  readonly #pattern: string;
  readonly #repeats: number;
  #at = 0;

  constructor(pattern: string, repeats: number) {
    this.#pattern = pattern;
    this.#repeats = repeats;
  }

  text(): string | undefined {
    const text = this.#choice();
    return this.#at === this.#pattern.length ? text : undefined;
  }

  /** The first of alternatives; the others are read over. */
  #choice(): string | undefined {
    const first = this.#sequence();
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      if (this.#sequence() === undefined) return undefined;
    }
    return first;
  }

  #sequence(): string | undefined {
    let text = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const atom = this.#atom();
      if (atom === undefined) return undefined;
      const count = this.#count();
      if (text.length + atom.length * count > LONGEST) return undefined;
      text += atom.repeat(count);
    }
    return text;
  }

  #atom(): string | undefined {
    const character = this.#pattern[this.#at++] ?? '';
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '(') return this.#group();
    if (character === '[') return this.#class();
    if (character !== '\\') return character;
    return this.#escaped();
  }

  #escaped(): string | undefined {
    const character = this.#pattern[this.#at++] ?? '';
    if (character === 'b' || character === 'B') return '';
    const unicode = /^(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(
      this.#pattern.slice(this.#at - 1),
    );
    if (unicode !== null) {
      this.#at += unicode[0].length - 1;
      return String.fromCodePoint(
        Number.parseInt(unicode[1] ?? unicode[2] ?? unicode[3] ?? '', 16),
      );
    }
    if (character === 'p' || character === 'P') {
      const end = this.#pattern.indexOf('}', this.#at);
      const name = this.#pattern.slice(this.#at + 1, end);
      this.#at = end + 1;
      if (name.startsWith('N')) return '0';
      return name === 'Lu' ? 'A' : 'a';
    }
    if (/[1-9k]/.test(character)) return undefined;
    return CLASSES[character] ?? character;
  }

  #group(): string | undefined {
    const rest = this.#pattern.slice(this.#at);
    if (/^\?(?:[=!]|<[=!])/.test(rest)) return undefined;
    this.#at += /^\?(?::|<\w+>)/.exec(rest)?.[0].length ?? 0;
    const text = this.#choice();
    return this.#pattern[this.#at++] === ')' ? text : undefined;
  }

  #class(): string | undefined {
    const end = this.#endOfClass();
    const inside = this.#pattern.slice(this.#at, end);
    const start = this.#at;
    this.#at = end + 1;
    if (inside.startsWith('^')) {
      const excluded = new RegExp(`^[${inside}]$`, 'u');
      return Array.from('aA0 -_.').find((each) => excluded.test(each));
    }
    if (!inside.startsWith('\\')) return Array.from(inside)[0];
    const after = this.#at;
    this.#at = start + 1;
    const text = this.#escaped();
    this.#at = after;
    return text;
  }

  #endOfClass(): number {
    for (let end = this.#at; end < this.#pattern.length; end++) {
      if (this.#pattern[end] === '\\') end++;
      else if (this.#pattern[end] === ']') return end;
    }
    return this.#pattern.length;
  }

  /** How often the atom before stands: as seldom as it may, and `repeats` more where it may. */
  #count(): number {
    const quantifier = /^(?:[*+?]|\{(\d+)(,)?(\d*)\})\??/.exec(this.#pattern.slice(this.#at));
    if (quantifier === null) return 1;
    const [all, least, isOpen, most = ''] = quantifier;
    this.#at += all.length;
    if (all.startsWith('?')) return Math.min(this.#repeats, 1);
    if (least === undefined) return (all.startsWith('+') ? 1 : 0) + this.#repeats;
    const from = Number(least);
    if (isOpen === undefined) return Math.min(from, MOST_COPIES);
    return Math.min(from + this.#repeats, Number(most || Infinity), MOST_COPIES);
  }
}

/** Repetitions within each other multiply. */
const LONGEST = 10_000;
/** Of one atom: with a character in it, this many are too long. */
const MOST_COPIES = LONGEST + 1;
