import type { DeltaPart } from '@model-gateway/core/chat';
import type { TextEvent } from './event-texts.ts';

/** Any character but those that stand for themselves in JSON text: no quote, backslash or control. */
const SPECIAL = /[^ !#-[\]-\uffff]/;

/** Stands for the text while an event is looked at. */
const PROBE = 'the text of an event';

/** What a model says, in the pieces in which it came. */
export type Words = Pick<DeltaPart, 'text' | 'pieces'>;

/** An event as most servers print it, cut where its text stands. */
interface Around {
  readonly before: string;
  /** The end of an event, and the beginning of the next. */
  readonly between: string;
  readonly after: string;
}

/**
 * Knows events again that differ from an earlier one in a single text: most of an answer is such
 * events, and what was found out about one of them holds for the others without parsing them. Looks
 * at all that a read of the network has at once.
 */
export class RepeatedEvent {
  /** Undefined until there is something to compare with. */
  #around: Around | undefined;

  /**
   * Takes an event for the pattern, where its text is the member `name`; `textIn` reads the text
   * from an event that was parsed.
   */
  learn(event: TextEvent, name: string, textIn: (parsed: unknown) => unknown): void {
    this.#around = undefined;
    const { data } = event;
    const opening = `"${name}":"`;
    const at = data.indexOf(opening);
    // A probe that is in it already would be found wherever it stands.
    if (at === -1 || data.includes(PROBE)) return;
    const before = data.slice(0, at + opening.length);
    const after = data.slice(endOfText(data, before.length));
    try {
      if (textIn(JSON.parse(before + PROBE + after)) !== PROBE) return;
    } catch {
      // It was another member, and is no pattern.
      return;
    }
    const printed = { before: headOf(event) + before, after: after + END };
    this.#around = { ...printed, between: printed.after + printed.before };
  }

  forget(): void {
    this.#around = undefined;
  }

  /** Returns the text of one such event; undefined for any other. */
  wordsOf(event: TextEvent): Words | undefined {
    const words = this.wordsIn(headOf(event) + event.data + END);
    return words?.pieces === undefined ? words : undefined;
  }

  /** Returns the texts of a read that has such events and nothing else; undefined for any other. */
  wordsIn(read: string): Words | undefined {
    if (this.#around === undefined) return undefined;
    const { before, between, after } = this.#around;
    const last = read.length - after.length;
    // V8 compares slices several times as fast as `startsWith` does.
    if (last <= before.length || read.slice(0, before.length) !== before) return undefined;
    if (read.slice(last) !== after) return undefined;
    const literals: string[] = [];
    for (let at = before.length, end = 0; end !== last; at = end + between.length) {
      end = endOfText(read, at);
      if (end === at || end > last) return undefined;
      if (end !== last && read.slice(end, end + between.length) !== between) return undefined;
      literals.push(read.slice(at, end));
    }
    const text = literals.join('');
    if (!SPECIAL.test(text)) return wordsOf(text, literals);
    const texts = unescaped(literals);
    return texts && wordsOf(texts.join(''), texts);
  }
}

const END = '\n\n';

function headOf({ name }: TextEvent): string {
  return name === '' ? 'data: ' : `event: ${name}\ndata: `;
}

function wordsOf(text: string, pieces: readonly string[]): Words {
  return pieces.length === 1 ? { text } : { text, pieces };
}

/** The position of the quote that ends a text which begins at `from`; else the end. */
function endOfText(event: string, from: number): number {
  for (let at = from; ;) {
    const quote = event.indexOf('"', at);
    if (quote === -1) return event.length;
    let backslashes = 0;
    while (event[quote - backslashes - 1] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** Undefined where one of them is not the inside of one text. */
function unescaped(literals: readonly string[]): readonly string[] | undefined {
  try {
    return literals.map((literal) => String(JSON.parse(`"${literal}"`)));
  } catch {
    return undefined;
  }
}
