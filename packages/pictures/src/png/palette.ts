import type { Raster } from '../raster/picture.ts';

/** A picture as positions in a palette of at most 256 colours. */
export interface Indexed {
  readonly indices: Uint8Array;
  /** Red, green and blue of each colour. */
  readonly colors: Uint8Array;
  readonly alphas: Uint8Array;
}

const MOST_COLORS = 256;

/** Finds a palette for a picture; of one with more than 256 colours it drops the lowest bits. */
export function paletteOf({ pixels }: Raster, alpha: boolean): Indexed {
  const values = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let bits = 0; ; bits++) {
    const keep = 0xff & (0xff << bits);
    const mask = (keep | (keep << 8) | (keep << 16) | ((alpha ? keep : 0) << 24)) >>> 0;
    const found = indexedBy(values, mask);
    if (found !== undefined) return found;
  }
}

/** Undefined when more colours remain than a palette holds. */
function indexedBy(values: Uint32Array, mask: number): Indexed | undefined {
  const positions = new Map<number, number>();
  const indices = new Uint8Array(values.length);
  const first: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0;
    const key = value & mask;
    let position = positions.get(key);
    if (position === undefined) {
      if (first.length === MOST_COLORS) return undefined;
      position = first.push(value) - 1;
      positions.set(key, position);
    }
    indices[place] = position;
  }
  return {
    indices,
    colors: Uint8Array.from(
      first.flatMap((value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255]),
    ),
    alphas: Uint8Array.from(first, (value) => value >>> 24),
  };
}
