import { asNative } from '../bytes/native-buffer.ts';

/** A range of bytes, as `subarray` has it. */
interface Range {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Bytes as they came, with what follows in the same memory. */
interface Passed {
  readonly first: Uint8Array;
  readonly memory: Uint8Array;
  /** The end, in the memory. */
  to: number;
}

/**
 * The parts of a JSON document: words of ours, and bytes of another document as they came. Where the
 * memory of two such pieces says in between what ours would say, it goes on uncut, with the blanks
 * of its printer: a part costs a server more than its bytes, and there may be thousands.
 */
export class UncutParts {
  readonly #parts: Uint8Array[] = [];
  /** What came last. */
  #passed: Passed | undefined;
  /** Ours behind it. */
  #words: Range | undefined;

  /** Adds words of ours, with blanks in strings alone. */
  write(bytes: Uint8Array, from = 0, to = bytes.byteLength): void {
    if (this.#words !== undefined) this.#end();
    this.#words = { bytes, from, to };
  }

  /** Adds bytes as they came, from within a string. */
  pass(first: Uint8Array): void {
    const { buffer, byteOffset, byteLength } = first;
    const [passed, words] = [this.#passed, this.#words];
    const to = byteOffset + byteLength;
    if (
      passed?.memory.buffer === buffer &&
      words !== undefined &&
      says(words, passed, byteOffset)
    ) {
      passed.to = to;
      this.#words = undefined;
      return;
    }
    this.#end();
    this.#passed = { first, memory: new Uint8Array(buffer), to };
  }

  /** Returns all parts. */
  take(): Uint8Array[] {
    this.#end();
    return this.#parts;
  }

  #end(): void {
    const [passed, words] = [this.#passed, this.#words];
    if (passed !== undefined) {
      const { first, memory, to } = passed;
      const isOne = to === first.byteOffset + first.byteLength;
      this.#parts.push(isOne ? first : asNative(memory.subarray(first.byteOffset, to)));
    }
    if (words !== undefined) this.#parts.push(words.bytes.subarray(words.from, words.to));
    this.#passed = undefined;
    this.#words = undefined;
  }
}

const QUOTE = 0x22;
/** Between the tokens of JSON. Source: RFC 8259 §2. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/** Whether the words are what the memory says from the end of what passed to this place. */
function says({ bytes, from, to }: Range, { memory, to: end }: Passed, place: number): boolean {
  if (place < end) return false;
  let at = from;
  let isInString = true;
  for (let read = end; read < place; read++) {
    const byte = memory[read] ?? 0;
    if (at < to && byte === bytes[at]) {
      at++;
      if (byte === QUOTE) isInString = !isInString;
    } else if (isInString || !BLANKS.has(byte)) return false;
  }
  return at === to;
}
