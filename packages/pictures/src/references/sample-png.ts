import { inflate } from './inflate.ts';
import { pngHeader, pngParts, type PngHeader } from './png-parts.ts';
import { undoFilters } from './undo-filters.ts';

/** A larger reference is not read: it would take longer than the picture that it is shown on. */
const MOST_PIXELS = 2 ** 22;

/**
 * Returns `grid` × `grid` pixels of a PNG, evenly spaced, row by row, each red, green and blue over
 * white. Undefined for a file that is damaged, has more than 4 million pixels, is interlaced or has
 * more than 8 bits per channel. Source: the PNG specification.
 */
export async function samplePng(bytes: Uint8Array, grid: number): Promise<Uint8Array | undefined> {
  const parts = pngParts(bytes);
  const header = pngHeader(parts);
  if (header === undefined || header.width * header.height > MOST_PIXELS) return undefined;
  const { width, height, channels, bitDepth } = header;
  const bitsPerPixel = channels * bitDepth;
  const rowLength = 1 + Math.ceil((width * bitsPerPixel) / 8);
  const data = parts.flatMap(({ type, content }) => (type === 'IDAT' ? [content] : []));
  const rows = await inflate(data, rowLength * height);
  if (rows === undefined || !undoFilters(rows, rowLength, Math.ceil(bitsPerPixel / 8)))
    return undefined;
  const read = pixelReader(header, rows, rowLength);
  const centre = (step: number, length: number) => Math.floor(((step + 0.5) * length) / grid);
  return Uint8Array.from(
    Array.from({ length: grid * grid }, (_, place) =>
      read(centre(place % grid, width), centre(Math.floor(place / grid), height)),
    ).flat(),
  );
}

/** Reads a pixel as red, green and blue over white. */
function pixelReader(
  { colorType, channels, bitDepth, palette, alphas }: PngHeader,
  rows: Uint8Array,
  rowLength: number,
): (x: number, y: number) => readonly number[] {
  return (x, y) => {
    const start = y * rowLength + 1;
    const sample = (channel: number) => {
      const bit = (x * channels + channel) * bitDepth;
      const byte = rows[start + (bit >> 3)] ?? 0;
      return (byte >> (8 - bitDepth - (bit & 7))) & (2 ** bitDepth - 1);
    };
    const value = (channel: number) => Math.round((sample(channel) * 255) / (2 ** bitDepth - 1));
    if (colorType === 3) {
      const [at, alpha] = [sample(0) * 3, alphas[sample(0)] ?? 255];
      return [0, 1, 2].map((channel) => overWhite(palette[at + channel] ?? 0, alpha));
    }
    const alpha = channels % 2 === 0 ? value(channels - 1) : 255;
    const isGrey = channels < 3;
    return [0, 1, 2].map((channel) => overWhite(value(isGrey ? 0 : channel), alpha));
  };
}

function overWhite(value: number, alpha: number): number {
  return Math.round((value * alpha + 255 * (255 - alpha)) / 255);
}
