import { Adler32 } from './adler32.ts';
import { Deflater, FARTHEST } from './deflater.ts';

/**
 * Compresses the rows of an R, G, B, A picture as PNG stores them, with 3 or 4 of the channels. Each
 * row holds differences: to the row above, or to the pixel on the left when a sample of the row shows
 * that those are smaller. In drawn pictures most differences repeat the one on the left or above.
 */
export class RowCompressor {
  readonly #deflater = new Deflater();
  readonly #checksum = new Adler32();
  readonly #channels: 3 | 4;
  readonly #rowLength: number;
  /** Of the row above, and of its differences. */
  #above: Int32Array;
  #lastDifferences: Int32Array;
  #differences: Int32Array;
  #first = true;

  constructor(width: number, channels: 3 | 4) {
    this.#channels = channels;
    this.#rowLength = 1 + width * channels;
    this.#above = new Int32Array(width);
    this.#lastDifferences = new Int32Array(width);
    this.#differences = new Int32Array(width);
  }

  /** Adds the row that begins at `start` in `pixels`, red in the lowest byte of each. */
  add(pixels: Int32Array, start: number): void {
    const filter = this.#first || isSmoothAlong(pixels, start, this.#above) ? SUB : UP;
    const mask = this.#channels === 4 ? -1 : 0xffffff;
    if (filter === SUB) subtractLeft(pixels, start, mask, this.#differences);
    else subtractAbove(pixels, start, mask, this.#above, this.#differences);
    this.#checksum.addRun(filter, 1);
    this.#checksum.addWords(this.#differences, this.#channels);
    this.#deflater.literal(filter);
    this.#addDifferences();
    this.#above.set(pixels.subarray(start, start + this.#above.length));
    [this.#differences, this.#lastDifferences] = [this.#lastDifferences, this.#differences];
    this.#first = false;
  }

  end(): Uint8Array {
    return this.#deflater.end(this.#checksum.value);
  }

  #addDifferences(): void {
    const differences = this.#differences;
    const above = this.#first || this.#rowLength > FARTHEST ? undefined : this.#lastDifferences;
    const channels = this.#channels;
    for (let x = 0; x < differences.length;) {
      const sameAsLeft = x === 0 ? 0 : lengthOfRun(differences, x, differences[x - 1] ?? 0);
      const sameAsAbove = above === undefined ? 0 : lengthOfMatch(differences, above, x);
      if (sameAsLeft >= sameAsAbove && sameAsLeft > 1) {
        this.#deflater.copy(sameAsLeft * channels, channels);
        x += sameAsLeft;
      } else if (sameAsAbove > 1) {
        this.#deflater.copy(sameAsAbove * channels, this.#rowLength);
        x += sameAsAbove;
      } else {
        this.#addLiteral(differences[x] ?? 0);
        x++;
      }
    }
  }

  #addLiteral(difference: number): void {
    this.#deflater.literal(difference & 255);
    this.#deflater.literal((difference >>> 8) & 255);
    this.#deflater.literal((difference >>> 16) & 255);
    if (this.#channels === 4) this.#deflater.literal(difference >>> 24);
  }
}

const SUB = 1;
const UP = 2;

function lengthOfRun(values: Int32Array, from: number, value: number): number {
  let at = from;
  while (at < values.length && values[at] === value) at++;
  return at - from;
}

function lengthOfMatch(values: Int32Array, others: Int32Array, from: number): number {
  let at = from;
  while (at < values.length && values[at] === others[at]) at++;
  return at - from;
}

function subtractLeft(pixels: Int32Array, start: number, mask: number, target: Int32Array): void {
  let left = 0;
  for (let x = 0; x < target.length; x++) {
    const pixel = pixels[start + x] ?? 0;
    target[x] = pixel === left ? 0 : subtracted(pixel, left) & mask;
    left = pixel;
  }
}

function subtractAbove(
  pixels: Int32Array,
  start: number,
  mask: number,
  above: Int32Array,
  target: Int32Array,
): void {
  for (let x = 0; x < target.length; x++) {
    target[x] = subtracted(pixels[start + x] ?? 0, above[x] ?? 0) & mask;
  }
}

/** Subtracts all four bytes of two numbers at once, each modulo 256. */
function subtracted(from: number, value: number): number {
  return (((from | TOP_BITS) - (value & ~TOP_BITS)) | 0) ^ ((from ^ ~value) & TOP_BITS);
}

const TOP_BITS = 0x80808080 | 0;

/** Returns true when pixels differ less from the left neighbour than from the upper one. */
function isSmoothAlong(pixels: Int32Array, start: number, above: Int32Array): boolean {
  let [left, up] = [0, 0];
  for (let x = 1; x < above.length; x += SAMPLE) {
    const pixel = pixels[start + x] ?? 0;
    const [onLeft, onTop] = [pixels[start + x - 1] ?? 0, above[x] ?? 0];
    if (pixel !== onLeft) left += distance(pixel, onLeft);
    if (pixel !== onTop) up += distance(pixel, onTop);
  }
  return left < up;
}

/** Every fifth pixel. */
const SAMPLE = 5;

function distance(one: number, other: number): number {
  return (
    Math.abs((one & 255) - (other & 255)) +
    Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255)) +
    Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255)) +
    Math.abs((one >>> 24) - (other >>> 24))
  );
}
