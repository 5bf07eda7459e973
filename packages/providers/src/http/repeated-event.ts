import type { DeltaPart } from '@model-gateway/core/chat';
import { endOf, holesIn, type Hole, type Places } from './event-holes.ts';
import type { TextEvent } from './event-texts.ts';

/** Any character but those that stand for themselves in JSON text: no quote, backslash or control. */
const SPECIAL = /[^ !#-[\]-\uffff]/;

/** What a model says, in the pieces in which it came. */
export type Words = Pick<DeltaPart, 'text' | 'pieces'>;

/** Events as most servers print them, cut where they differ. */
interface Pattern {
  readonly name: string;
  readonly holes: readonly Hole[];
  /** What stands behind each hole: behind the last the end of an event, and the beginning of the next. */
  readonly between: readonly string[];
  /** What the data begins and ends with. */
  readonly data: Ends;
  /** What the event begins and ends with as it is printed. */
  readonly printed: Ends;
}
interface Ends {
  readonly before: string;
  readonly after: string;
}

/**
 * Knows events again that differ from an earlier one in a single text, and in what means nothing:
 * most of an answer is such events, and what was found out about one of them holds for the others
 * without parsing them. Looks at all that a read of the network has at once.
 */
export class RepeatedEvent {
  /** Undefined until there is something to compare with. */
  #pattern: Pattern | undefined;
  #counts = '';

  /** The counts of the last event that was known again, else of the one that was learned, in JSON. */
  get counts(): string {
    return this.#counts;
  }

  /** Takes an event for the pattern, which may differ at these places. */
  learn({ name, data }: TextEvent, places: Places): void {
    this.#pattern = undefined;
    // Its lines have names, which the data lacks.
    if (data.includes('\n')) return;
    const holes = holesIn(data, places);
    const last = holes?.at(-1);
    if (holes === undefined || last === undefined) return;
    const own = { before: data.slice(0, holes[0]?.from), after: data.slice(last.to) };
    const head = name === '' ? 'data: ' : `event: ${name}\ndata: `;
    const printed = { before: head + own.before, after: own.after + END };
    const between = holes.map((hole, at) =>
      hole === last ? printed.after + printed.before : data.slice(hole.to, holes[at + 1]?.from),
    );
    this.#pattern = { name, holes, between, data: own, printed };
    const counts = holes.find(({ is }) => is === 'counts');
    this.#counts = data.slice(counts?.from ?? data.length, counts?.to);
  }

  forget(): void {
    this.#pattern = undefined;
  }

  /** Returns the text of one such event; undefined for any other. */
  wordsOf({ name, data }: TextEvent): Words | undefined {
    if (this.#pattern?.name !== name) return undefined;
    const words = this.#wordsIn(data, this.#pattern, this.#pattern.data);
    return words?.pieces === undefined ? words : undefined;
  }

  /** Returns the texts of a read that has such events and nothing else; undefined for any other. */
  wordsIn(read: string): Words | undefined {
    return this.#pattern && this.#wordsIn(read, this.#pattern, this.#pattern.printed);
  }

  #wordsIn(read: string, { holes, between }: Pattern, { before, after }: Ends): Words | undefined {
    const last = read.length - after.length;
    // V8 compares slices several times as fast as `startsWith` does.
    if (last <= before.length || read.slice(0, before.length) !== before) return undefined;
    if (read.slice(last) !== after) return undefined;
    const literals: string[] = [];
    let idle = '';
    let counts = '';
    let position = 0;
    for (let at = before.length, end = 0; end !== last || position > 0;) {
      const hole = holes[position];
      const next = between[position];
      if (hole === undefined || next === undefined) return undefined;
      end = endOf(hole, read, at);
      if (end === -1 || end > last) return undefined;
      if (hole.is === 'words') {
        if (end === at) return undefined;
        literals.push(read.slice(at, end));
      } else if (hole.is === 'text') idle += read.slice(at, end);
      else if (hole.is === 'counts') counts = read.slice(at, end);
      position = (position + 1) % holes.length;
      at = end + next.length;
      const isOver = end === last && position === 0;
      if (!isOver && read.slice(end, at) !== next) return undefined;
    }
    if (idle !== '' && SPECIAL.test(idle)) return undefined;
    const text = literals.join('');
    const words = SPECIAL.test(text) ? unescaped(literals) : wordsOf(literals, text);
    if (words !== undefined) this.#counts = counts;
    return words;
  }
}

const END = '\n\n';

/** Returns pieces as what they add up to. */
export function wordsOf(pieces: readonly string[], text = pieces.join('')): Words {
  return pieces.length === 1 ? { text } : { text, pieces };
}

/** Undefined where one of them is not the inside of one text. */
function unescaped(literals: readonly string[]): Words | undefined {
  try {
    return wordsOf(literals.map((literal) => String(JSON.parse(`"${literal}"`))));
  } catch {
    return undefined;
  }
}
