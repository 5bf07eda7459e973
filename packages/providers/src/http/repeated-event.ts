/** Any character but those that stand for themselves in JSON text: no quote, backslash or control. */
const SPECIAL = /[^ !#-[\]-\uffff]/;

/** Stands for the text while an event is looked at. */
const PROBE = 'the text of an event';

/**
 * Knows an event again that differs from an earlier one in a single text: most of an answer is such
 * events, and what was found out about one of them holds for the others without parsing them.
 */
export class RepeatedEvent {
  /** The event before its text, and after it; undefined while there is none to compare with. */
  #around: { readonly before: string; readonly after: string } | undefined;

  /**
   * Takes an event for the pattern, where its text is the member `name`; `textIn` reads the text
   * from an event that was parsed.
   */
  learn(event: string, name: string, textIn: (parsed: unknown) => unknown): void {
    this.#around = undefined;
    const opening = `"${name}":"`;
    const at = event.indexOf(opening);
    if (at === -1) return;
    const before = event.slice(0, at + opening.length);
    const after = event.slice(endOfText(event, before.length));
    try {
      if (textIn(JSON.parse(before + PROBE + after)) === PROBE) this.#around = { before, after };
    } catch {
      // It was another member, and is no pattern.
    }
  }

  forget(): void {
    this.#around = undefined;
  }

  /** Returns the text of an event that is otherwise the same; undefined for any other. */
  textOf(event: string): string | undefined {
    if (this.#around === undefined) return undefined;
    const { before, after } = this.#around;
    const end = event.length - after.length;
    if (end <= before.length) return undefined;
    // V8 compares slices several times as fast as `startsWith` does.
    if (event.slice(0, before.length) !== before || event.slice(end) !== after) return undefined;
    const literal = event.slice(before.length, end);
    return SPECIAL.test(literal) ? unescaped(literal) : literal;
  }
}

/** The position of the quote that ends a text which begins at `from`. */
function endOfText(event: string, from: number): number {
  let at = from;
  while (at < event.length && event[at] !== '"') at += event[at] === '\\' ? 2 : 1;
  return at;
}

/** Undefined for what is not the inside of one text. */
function unescaped(literal: string): string | undefined {
  try {
    return String(JSON.parse(`"${literal}"`));
  } catch {
    return undefined;
  }
}
