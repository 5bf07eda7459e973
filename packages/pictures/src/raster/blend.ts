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
  return below >>> 24 === 255
    ? mixed(below, source | OPAQUE, alpha)
    : blendTranslucent(below, source, alpha);
}

const OPAQUE = 255 << 24;

function blendTranslucent(below: Pixel, source: Pixel, alpha: number): Pixel {
  if (alpha === 255) return source;
  if (alpha === 0) return below;
  const total = 255 * alpha + (below >>> 24) * (255 - alpha);
  const share = Math.round((255 * 255 * alpha) / total);
  return (mixed(below, source, share) & ~OPAQUE) | (scale255(total) << 24);
}

/**
 * Mixes all channels of two pixels; `share` 0 to 255 of `source`. Two channels are computed at once,
 * 16 bits each: 255 times 255 and what rounds it fit into that.
 */
function mixed(below: Pixel, source: Pixel, share: number): Pixel {
  const rest = 255 - share;
  const low = (Math.imul(below & LOW, rest) + Math.imul(source & LOW, share) + HALVES) | 0;
  const high =
    (Math.imul((below >>> 8) & LOW, rest) + Math.imul((source >>> 8) & LOW, share) + HALVES) | 0;
  return (((low + ((low >>> 8) & LOW)) >>> 8) & LOW) | ((high + ((high >>> 8) & LOW)) & ~LOW);
}

/** The lower channel of each pair: red and blue, or green and alpha moved down. */
const LOW = 0xff00ff;
const HALVES = 0x800080;

/** Divides by 255 and rounds, exactly for 0 to 65535. */
function scale255(value: number): number {
  const half = value + 128;
  return (half + (half >> 8)) >> 8;
}
