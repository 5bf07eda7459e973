import { endOfScalar, endOfString } from '../../input/json-tokens.ts';
import { jsonIn } from '../../json-in.ts';
import { isJsonObject } from '../../json-value.ts';

const DEEPEST = 64;
/** Brackets in the words before the JSON. */
const MOST_STARTS = 8;
const FENCE = /```(?:json)?[ \t]*\n([^]*?)```/i;
const BLANK = /[\s\uFEFF]*/y;
const BARE_NAME = /[A-Za-z_$][\w$-]*/y;

/**
 * Returns the JSON object or list in what a model said instead of it: without words and fences around
 * it, commas too many, names without quotes and brackets too few at its end. Undefined for JSON that
 * needs no mending, and for what could mean something else. What it says is never changed: numbers
 * and texts stay as they are written.
 */
export function healJson(said: string): string | undefined {
  if (parsed(said) !== undefined) return undefined;
  const [, fenced] = FENCE.exec(said) ?? [];
  for (const text of fenced === undefined ? [said] : [fenced, said]) {
    let at = -1;
    for (let starts = 0; starts < MOST_STARTS; starts++) {
      at = nextBracket(text, at + 1);
      if (at === -1) break;
      const mended = new Mending(text, at).whole();
      if (mended !== undefined && parsed(mended) !== undefined) return mended;
    }
  }
  return undefined;
}

/** An object or a list, which JSON by demand always is. */
function parsed(text: string): object | undefined {
  const value = jsonIn(text);
  return isJsonObject(value) || Array.isArray(value) ? value : undefined;
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** Writes one value anew, from its opening bracket on. */
class Mending {
  readonly #text: string;
  #at: number;
  #out = '';

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  whole(): string | undefined {
    return this.#value(0) ? this.#out : undefined;
  }

  /** Whether a value could be read; the rest of the text does not belong to it. */
  #value(depth: number): boolean {
    const bracket = this.#text[this.#at];
    if (bracket === '{' || bracket === '[') return depth < DEEPEST && this.#group(bracket, depth);
    const end = endOfString(this.#text, this.#at) ?? endOfScalar(this.#text, this.#at);
    return end !== undefined && this.#copy(end);
  }

  #group(bracket: '{' | '[', depth: number): boolean {
    const closing = bracket === '{' ? '}' : ']';
    this.#at++;
    this.#out += bracket;
    for (let isFirst = true; ; isFirst = false) {
      this.#skipBlanks();
      // The end of the text closes what is open.
      if (this.#at === this.#text.length || this.#text[this.#at] === closing) break;
      if (!isFirst) this.#out += ',';
      if (bracket === '{' && !this.#name()) return false;
      if (!this.#value(depth + 1)) return false;
      this.#skipBlanks();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#at < this.#text.length && this.#text[this.#at] !== closing) return false;
    }
    this.#at = Math.min(this.#at + 1, this.#text.length);
    this.#out += closing;
    return true;
  }

  /** The name of a member and its colon. */
  #name(): boolean {
    const quoted = endOfString(this.#text, this.#at);
    BARE_NAME.lastIndex = this.#at;
    if (quoted !== undefined) this.#copy(quoted);
    else if (BARE_NAME.test(this.#text)) {
      this.#out += `"${this.#text.slice(this.#at, BARE_NAME.lastIndex)}"`;
      this.#at = BARE_NAME.lastIndex;
    } else return false;
    this.#skipBlanks();
    if (this.#text[this.#at] !== ':') return false;
    this.#at++;
    this.#out += ':';
    this.#skipBlanks();
    return true;
  }

  #copy(end: number): true {
    this.#out += this.#text.slice(this.#at, end);
    this.#at = end;
    return true;
  }

  #skipBlanks(): void {
    BLANK.lastIndex = this.#at;
    BLANK.test(this.#text);
    this.#at = BLANK.lastIndex;
  }
}
