import type { Pause } from '../pause.ts';

/**
 * Yields the rows of an R, G, B, A picture as PNG compresses them, with 3 or 4 of the channels, in
 * parts of many rows. Each row holds differences: to the row above, or to the pixel on the left when
 * a sample of the row shows that those are smaller. Drawn pictures gain little from other filters.
 */
export async function* filterRows(
  pixels: Uint8Array,
  width: number,
  height: number,
  channels: 3 | 4,
  pause: Pause,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const length = 1 + width * channels;
  const rows = Math.max(8, Math.floor(PIXELS_PER_PART / width));
  for (let top = 0; top < height; top += rows) {
    const part = new Uint8Array(Math.min(rows, height - top) * length);
    for (let row = 0; row * length < part.length; row++) {
      filterRow(pixels, (top + row) * width * 4, width, channels, part, row * length);
    }
    yield part;
    await pause();
  }
}

/** Some 5 milliseconds of work. */
const PIXELS_PER_PART = 262_144;

const SUB = 1;
const UP = 2;

function filterRow(
  pixels: Uint8Array,
  start: number,
  width: number,
  channels: 3 | 4,
  target: Uint8Array,
  targetStart: number,
): void {
  const filter = start === 0 || isSmoothAlong(pixels, start, width) ? SUB : UP;
  const end = start + width * 4;
  target[targetStart] = filter;
  let to = targetStart + 1;
  let from = start;
  // The first pixel has no left neighbour.
  if (filter === SUB) {
    for (let at = from; at < from + channels; at++) target[to++] = pixels[at] ?? 0;
    from += 4;
  }
  const distance = filter === SUB ? 4 : width * 4;
  // Written out, because a loop over three channels takes three times as long.
  for (; from < end; from += 4) {
    target[to++] = (pixels[from] ?? 0) - (pixels[from - distance] ?? 0);
    target[to++] = (pixels[from + 1] ?? 0) - (pixels[from + 1 - distance] ?? 0);
    target[to++] = (pixels[from + 2] ?? 0) - (pixels[from + 2 - distance] ?? 0);
    if (channels === 4) {
      target[to++] = (pixels[from + 3] ?? 0) - (pixels[from + 3 - distance] ?? 0);
    }
  }
}

/** Returns true when pixels differ less from the left neighbour than from the upper one. */
function isSmoothAlong(pixels: Uint8Array, start: number, width: number): boolean {
  let [left, above] = [0, 0];
  for (let from = start + 4; from < start + width * 4; from += SAMPLE) {
    for (let at = from; at < from + 4; at++) {
      const value = pixels[at] ?? 0;
      left += Math.abs(value - (pixels[at - 4] ?? 0));
      above += Math.abs(value - (pixels[at - width * 4] ?? 0));
    }
  }
  return left < above;
}

/** Every fifth pixel. */
const SAMPLE = 20;
