import { GRID, type Thumbnail } from './thumbnail.ts';

/** Returns stripes in two colours that follow from a number, for a reference that cannot be read. */
export function placeholder(fingerprint: number): Thumbnail {
  const bytes = [0, 8, 16, 24].map((shift) => (fingerprint >>> shift) & 255);
  const [red = 0, green = 0, blue = 0, turn = 0] = bytes;
  const dark = [red, green, blue].map((value) => Math.round(value * 0.5));
  const light = [green, blue, red].map((value) => 127 + Math.round(value * 0.5));
  const width = 2 + (turn % 3);
  return Uint8Array.from(
    Array.from({ length: GRID * GRID }, (_, place) => {
      const diagonal = (place % GRID) + Math.floor(place / GRID);
      return Math.floor(diagonal / width) % 2 === 0 ? dark : light;
    }).flat(),
  );
}
