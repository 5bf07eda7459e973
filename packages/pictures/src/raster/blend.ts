/**
 * A pixel as one number: red in the lowest byte, then green, blue and alpha, not premultiplied.
 * That is the order in which a little-endian machine stores the bytes R, G, B, A. Signed, because V8
 * allocates memory for each number above 2^31.
 */
export type Pixel = number;

export function toPixel(red: number, green: number, blue: number, alpha: number): Pixel {
  return red | (green << 8) | (blue << 16) | (alpha << 24);
}

/** Blends `source` over `below`; `coverage`, 0 to 255, scales the alpha of `source`. */
export function blend(below: Pixel, source: Pixel, coverage: number): Pixel {
  const alpha = scale255((source >>> 24) * coverage);
  if (alpha === 255) return source;
  if (alpha === 0) return below;
  const belowAlpha = below >>> 24;
  if (belowAlpha === 255) return mixChannels(below, source, alpha) | OPAQUE;
  const total = 255 * alpha + belowAlpha * (255 - alpha);
  const share = Math.round((255 * 255 * alpha) / total);
  return mixChannels(below, source, share) | (scale255(total) << 24);
}

const OPAQUE = 255 << 24;

/** Red, green and blue between two pixels; `share` 0 to 255 of `source`. */
function mixChannels(below: Pixel, source: Pixel, share: number): number {
  const rest = 255 - share;
  const red = scale255((below & 255) * rest + (source & 255) * share);
  const green = scale255(((below >>> 8) & 255) * rest + ((source >>> 8) & 255) * share);
  const blue = scale255(((below >>> 16) & 255) * rest + ((source >>> 16) & 255) * share);
  return red | (green << 8) | (blue << 16);
}

/** Divides by 255 and rounds, exactly for 0 to 65535. */
function scale255(value: number): number {
  const half = value + 128;
  return (half + (half >> 8)) >> 8;
}
