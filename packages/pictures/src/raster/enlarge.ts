import type { Pause } from '../pause.ts';
import type { Size } from '../size-of.ts';
import { rowsPerBand, type Picture, type Raster } from './picture.ts';

/** Stretches a picture to a larger size, blurred rather than blocky (bilinear), while it is read. */
export function enlarge(source: Raster, { width, height }: Size, pause: Pause): Picture {
  return { width, height, bands: bandsOf(source, { width, height }, pause) };
}

async function* bandsOf(source: Raster, size: Size, pause: Pause): AsyncGenerator<Raster> {
  const { width, height } = size;
  const bandRows = rowsPerBand(size);
  const pixels = new Uint8Array(bandRows * width * 4);
  const columns = stops(source.width, width);
  const rows = stops(source.height, height);
  const stretched = (row: number) => stretchRow(premultipliedRow(source, row), columns);
  let above = -1;
  let upper = stretched(0);
  let lower = upper;
  for (let top = 0; top < height; top += bandRows) {
    if (top > 0) await pause();
    const bottom = Math.min(height, top + bandRows);
    for (let y = top; y < bottom; y++) {
      const row = rows.before[y] ?? 0;
      if (row !== above) {
        upper = row === above + 1 ? lower : stretched(row);
        lower = stretched(Math.min(row + 1, source.height - 1));
        above = row;
      }
      mixRows(upper, lower, rows.share[y] ?? 0, pixels, (y - top) * width * 4);
    }
    yield { width, height: bottom - top, pixels: pixels.subarray(0, (bottom - top) * width * 4) };
  }
}

/** For each pixel of the result: the source pixel before it, and how much of 256 is the next one. */
interface Stops {
  readonly before: Int32Array;
  readonly share: Int32Array;
}

function stops(from: number, to: number): Stops {
  const before = new Int32Array(to);
  const share = new Int32Array(to);
  for (let index = 0; index < to; index++) {
    const at = Math.max(0, Math.min(from - 1, ((index + 0.5) * from) / to - 0.5));
    before[index] = Math.floor(at);
    share[index] = Math.round(256 * (at - Math.floor(at)));
  }
  return { before, share };
}

/** Colours weighted by alpha: what is transparent has no colour to bleed into its neighbours. */
function premultipliedRow({ width, pixels }: Raster, row: number): Uint8Array {
  const result = pixels.slice(row * width * 4, (row + 1) * width * 4);
  for (let at = 0; at < result.length; at += 4) {
    const alpha = result[at + 3] ?? 0;
    if (alpha === 255) continue;
    for (let place = at; place < at + 3; place++) {
      result[place] = Math.round(((result[place] ?? 0) * alpha) / 255);
    }
  }
  return result;
}

/** Returns a row in its new width, 256 times as large as its values. */
function stretchRow(row: Uint8Array, { before, share }: Stops): Uint16Array {
  const result = new Uint16Array(before.length * 4);
  const last = row.length - 4;
  for (let x = 0; x < before.length; x++) {
    const left = (before[x] ?? 0) * 4;
    const right = left < last ? left + 4 : last;
    const part = share[x] ?? 0;
    for (let channel = 0; channel < 4; channel++) {
      const value = row[left + channel] ?? 0;
      result[x * 4 + channel] = 256 * value + part * ((row[right + channel] ?? 0) - value);
    }
  }
  return result;
}

/** @param part of 256 that is `lower` */
function mixRows(
  upper: Uint16Array,
  lower: Uint16Array,
  part: number,
  target: Uint8Array,
  start: number,
): void {
  const rest = 256 - part;
  for (let at = 0; at < upper.length; at++) {
    target[start + at] = ((upper[at] ?? 0) * rest + (lower[at] ?? 0) * part + HALF) >> 16;
  }
  for (let alpha = start + 3; alpha < start + upper.length; alpha += 4) {
    if (target[alpha] !== 255) unweight(target, alpha - 3, target[alpha] ?? 0);
  }
}

const HALF = 32_768;

/** Takes the weight of alpha off the colours again. */
function unweight(target: Uint8Array, start: number, alpha: number): void {
  for (let at = start; at < start + 3; at++) {
    target[at] = alpha === 0 ? 0 : Math.min(255, Math.round((255 * (target[at] ?? 0)) / alpha));
  }
}
