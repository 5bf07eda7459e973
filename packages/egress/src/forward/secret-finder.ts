import type { WrittenSecret } from './secret-spellings.ts';
import type { SpellingNode } from './spelling-trie.ts';

/** Where a text stands after some bytes, as far as secrets are concerned. */
export interface FinderState {
  /** How many of the last bytes may be the beginning of a secret. */
  readonly open: number;
  /** How many of the last bytes are a secret, or enough of its beginning; mostly 0. */
  readonly found: number;
  /** The states that were reached from here before, by byte. */
  readonly known: readonly (FinderState | undefined)[];
}

/** A secret that may be under way. */
interface Thread {
  readonly form: WrittenSecret;
  /** Symbols that were read. */
  readonly index: number;
  /** The place in the spellings of the next symbol; undefined within a gap and at the end. */
  readonly symbol: SpellingNode | undefined;
  /** The place in a gap before the next symbol. */
  readonly gap: SpellingNode | undefined;
  /** Bytes since its beginning. */
  readonly length: number;
}

/**
 * Finds secrets in bytes, one byte after the other: a finite automaton whose states are made when
 * they are first reached, so that a byte usually costs one look-up. Cost is linear in the bytes, and
 * memory is bounded, whatever the bytes are.
 */
export class SecretFinder {
  readonly #beginnings: readonly Thread[];
  readonly #start: State = stateOf([]);
  #states = new Map<string, State>();

  constructor(forms: readonly WrittenSecret[]) {
    this.#beginnings = forms.map((form) => ({
      form,
      index: 0,
      symbol: form.symbols[0],
      gap: undefined,
      length: 0,
    }));
  }

  /** The state before the first byte. */
  get start(): FinderState {
    return this.#start;
  }

  /** Returns the state after one more byte. `state` is one that this finder returned. */
  after(state: FinderState, byte: number): FinderState {
    // Only `State`s leave this class.
    const { threads, known } = state as State;
    return (known[byte] ??= this.#stateAfter(threads, byte));
  }

  #stateAfter(threads: readonly Thread[], byte: number): State {
    const reached = new Map<string, Thread>();
    for (const thread of threads) advance(thread, byte, reached);
    for (const thread of this.#beginnings) advance(thread, byte, reached);
    if (reached.size === 0) return this.#start;
    let key = '';
    for (const [name, { length }] of reached) key += `${name}:${length} `;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= MOST_STATES) this.#forget();
    const state = stateOf([...reached.values()]);
    this.#states.set(key, state);
    return state;
  }

  /** States refer to each other, so all of them go. */
  #forget(): void {
    for (const { known } of [this.#start, ...this.#states.values()]) known.length = 0;
    this.#states = new Map();
  }
}

/** Up to two kilobytes each. Texts that quote nothing reach some hundred. */
const MOST_STATES = 2000;

interface State extends FinderState {
  readonly threads: readonly Thread[];
  readonly known: State[];
}

function stateOf(threads: readonly Thread[]): State {
  let open = 0;
  let found = 0;
  for (const { form, index, symbol, gap, length } of threads) {
    if (symbol !== undefined || gap !== undefined) open = Math.max(open, length);
    const isBetween = symbol === form.symbols[index];
    if (isBetween && index >= form.enough) found = Math.max(found, length);
  }
  return { threads, open, found, known: [] };
}

/** Adds what a thread becomes with one more byte: nothing, one thread or several. */
function advance(thread: Thread, byte: number, reached: Map<string, Thread>): void {
  const { form, index } = thread;
  const length = thread.length + 1;
  const add = (next: Omit<Thread, 'form' | 'length'>) => {
    const name = `${form.id}.${next.index}.${next.symbol?.id}.${next.gap?.id}`;
    // The earliest beginning covers the others.
    if ((reached.get(name)?.length ?? 0) < length) reached.set(name, { form, length, ...next });
  };
  const symbol = thread.symbol?.next.get(byte);
  if (symbol !== undefined) {
    if (symbol.isWhole) {
      const isLast = index + 1 === form.symbols.length;
      add({
        index: index + 1,
        symbol: form.symbols[index + 1],
        gap: isLast ? undefined : form.gaps,
      });
    }
    if (symbol.next.size > 0) add({ index, symbol, gap: undefined });
  }
  const gap = thread.gap?.next.get(byte);
  if (gap === undefined) return;
  if (gap.isWhole) add({ index, symbol: form.symbols[index], gap: undefined });
  if (gap.next.size > 0) add({ index, symbol: undefined, gap });
}
