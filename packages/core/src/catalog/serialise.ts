import { nativeBuffer } from '../bytes/native-buffer.ts';

const encoder = new TextEncoder();
const SLAB_BYTES = 1024 * 1024;
/** A UTF-16 unit takes at most three bytes. */
const BYTES_PER_UNIT = 3;
const COMMA = 0x2c;

/**
 * The UTF-8 of many texts, each after a comma, in shared slabs: a separate buffer for each of 100,000
 * models would take longer to allocate than to fill, and neighbours in a slab can be read in one piece.
 */
export class SerialisedTexts {
  readonly #slabs: Uint8Array[] = [];
  /** The slab of each text, and its start and end there. */
  readonly #slabOf: Uint32Array;
  readonly #start: Uint32Array;
  readonly #end: Uint32Array;
  /** The parts of texts that were read alone before: making fifty takes as long as finding them. */
  readonly #alone: (Uint8Array | undefined)[];

  constructor(texts: Iterable<string>, count: number) {
    this.#slabOf = new Uint32Array(count);
    this.#start = new Uint32Array(count);
    this.#end = new Uint32Array(count);
    this.#alone = Array.from({ length: count });
    let slab: Uint8Array = new Uint8Array();
    let used = 0;
    let position = 0;
    for (const text of texts) {
      const most = 1 + text.length * BYTES_PER_UNIT;
      if (used + most > slab.byteLength) {
        slab = emptySlab(Math.max(SLAB_BYTES, most));
        this.#slabs.push(slab);
        used = 0;
      }
      this.#slabOf[position] = this.#slabs.length - 1;
      this.#start[position] = used;
      // Joined to the text, it would make a copy of it.
      slab[used++] = COMMA;
      used += encoder.encodeInto(text, slab.subarray(used)).written;
      this.#end[position] = used;
      position++;
    }
  }

  /**
   * Returns the texts at these positions in order, without the first `skip` bytes, one part per run
   * of neighbours.
   */
  parts(positions: readonly number[], skip: number): Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let i = 0; i < positions.length;) {
      const first = positions[i] ?? 0;
      const slab = this.#slabOf[first];
      let last = first;
      for (i++; positions[i] === last + 1 && this.#slabOf[last + 1] === slab; i++) last++;
      const isFirst = parts.length === 0;
      parts.push(
        isFirst || last > first
          ? this.#part(first, last, isFirst ? skip : 0)
          : (this.#alone[first] ??= this.#part(first, last, 0)),
      );
    }
    return parts;
  }

  /** Returns neighbours of one slab as one part, without the first `skip` bytes. */
  #part(first: number, last: number, skip: number): Uint8Array {
    const slab = this.#slabs[this.#slabOf[first] ?? 0] ?? NO_BYTES;
    return slab.subarray((this.#start[first] ?? 0) + skip, this.#end[last]);
  }
}

const NO_BYTES = new Uint8Array();

function emptySlab(length: number): Uint8Array {
  return nativeBuffer === undefined ? new Uint8Array(length) : nativeBuffer.alloc(length);
}
