import { SecretFinder, type FinderState } from './secret-finder.ts';
import { writtenForms } from './secret-spellings.ts';

/** Takes secrets out of what an upstream answers. */
export interface SecretMask {
  /** Returns a header's value with `*` in place of each byte of a secret. */
  text(value: string): string;
  /**
   * Yields the same bytes with `*` in place of each byte of a secret. Holds back only bytes that
   * may be the beginning of one, until more is known.
   */
  chunks(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** Creates a mask for secrets in all the forms of `writtenForms`. */
export function createSecretMask(secrets: readonly string[]): SecretMask {
  const finder = new SecretFinder(writtenForms([...new Set(secrets)]));
  return {
    text(value) {
      const masking = new Masking(finder);
      const bytes = Buffer.from(value, 'latin1');
      return Buffer.concat([masking.push(bytes), masking.rest()]).toString('latin1');
    },
    chunks: (source) => ({
      [Symbol.asyncIterator]: () => masked(source[Symbol.asyncIterator](), new Masking(finder)),
    }),
  };
}

/** Not a generator: its `return` would wait for a chunk that an upstream may never send. */
function masked(
  source: AsyncIterator<Uint8Array>,
  masking: Masking,
): AsyncIterator<Uint8Array, undefined> {
  let isOver = false;
  return {
    async next() {
      while (!isOver) {
        const next: IteratorResult<Uint8Array> = await source.next();
        isOver = next.done === true;
        const bytes = next.done === true ? masking.rest() : masking.push(next.value);
        if (bytes.byteLength > 0) return { done: false, value: bytes };
      }
      return { done: true, value: undefined };
    },
    async return() {
      isOver = true;
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}

const ASTERISK = 0x2a;

/** Masks one text that comes in parts. */
class Masking {
  readonly #finder: SecretFinder;
  #state: FinderState;
  /** Bytes that may be the beginning of a secret. */
  #held: Uint8Array = new Uint8Array();

  constructor(finder: SecretFinder) {
    this.#finder = finder;
    this.#state = finder.start;
  }

  /** Returns what is certain after one more part. */
  push(part: Uint8Array): Uint8Array {
    const held = this.#held.byteLength;
    const bytes = Buffer.concat([this.#held, part]);
    const spans = new Spans();
    let state = this.#state;
    for (let at = held; at < bytes.byteLength; at++) {
      const byte = bytes[at] ?? 0;
      state = state.known[byte] ?? this.#finder.after(state, byte);
      if (state.found > 0) spans.add(at + 1 - state.found, at + 1);
    }
    for (const { from, to } of spans.all) bytes.fill(ASTERISK, from, to);
    this.#state = state;
    const certain = bytes.byteLength - state.open;
    this.#held = bytes.subarray(certain);
    return bytes.subarray(0, certain);
  }

  /** Returns what is left at the end. */
  rest(): Uint8Array {
    return this.#held;
  }
}

/** Spans that end later and later. Each grows in place, so that a long secret costs no more. */
class Spans {
  readonly all: { from: number; to: number }[] = [];

  add(from: number, to: number): void {
    const last = this.all.at(-1);
    if (last === undefined || last.to < from) {
      this.all.push({ from, to });
      return;
    }
    last.from = Math.min(last.from, from);
    last.to = to;
  }
}
