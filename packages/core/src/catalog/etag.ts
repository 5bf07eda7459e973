import type { CatalogIndex } from './catalog-index.ts';
import type { Selection } from './select.ts';

/**
 * Returns a weak ETag made from the parts of a response: the catalog's revision, the positions on
 * the page, the total, and the texts around it. So it is correct whatever selected the page,
 * including the time of day. Source: contract §3.10.
 */
export function etagOf(
  index: CatalogIndex,
  { page, totalCount }: Selection,
  texts: readonly string[],
): string {
  const hash = new Fingerprint();
  for (const text of [index.revision, ...texts]) hash.text(text);
  hash.numbers([totalCount]);
  hash.numbers(page);
  return `W/"${hash.digest()}"`;
}

/** A 64-bit non-cryptographic hash in two 32-bit lanes: enough to tell versions apart. */
class Fingerprint {
  #low = 0x811c9dc5;
  #high = 0x9e3779b9;

  numbers(values: readonly number[]): void {
    this.#mix(values.length, (i) => values[i] ?? 0);
  }

  text(value: string): void {
    this.numbers([value.length]);
    this.#mix(value.length, (i) => value.charCodeAt(i));
  }

  #mix(length: number, valueAt: (i: number) => number): void {
    // Local variables, because fields would be written to memory with each value.
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i < length; i++) {
      const value = valueAt(i);
      low = Math.imul(low ^ value, 0x01000193);
      high = Math.imul(high ^ value, 0x85ebca6b) ^ (high >>> 15);
    }
    this.#low = low;
    this.#high = high;
  }

  digest(): string {
    // Mixed once more, so that neighbouring last values differ in every digit.
    const mix = (lane: number) => {
      const once = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
      const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
      return ((twice ^ (twice >>> 16)) >>> 0).toString(36).padStart(7, '0');
    };
    return mix(this.#low) + mix(this.#high);
  }
}
