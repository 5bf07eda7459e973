import type { PixelBounds, PixelLimits, PixelTable } from '../ports/image-provider.ts';
import type { Size } from './pixel-limits.ts';

/**
 * Returns the size with the area of a tier and nearly a ratio that an endpoint accepts. `side` is
 * the tier's, in pixels, and `ratio` is width by height. An area outside the limits becomes the
 * nearest within them. Source: contract §4.2.
 */
export function pixelsByArea(side: number, ratio: number, limits: PixelLimits): Size {
  if ('sizes' in limits) return nearestSize(side, ratio, limits);
  const { longer, shorter } = sidesWithin(side * side, Math.max(ratio, 1 / ratio), limits);
  return ratio < 1 ? { width: shorter, height: longer } : { width: longer, height: shorter };
}

/** The longer side is rounded down, so that it stays within what was asked for. */
function sidesWithin(
  wanted: number,
  wantedRatio: number,
  {
    min,
    max,
    multipleOf: step = 1,
    minArea = 0,
    maxArea = Infinity,
    maxRatio = Infinity,
  }: PixelBounds,
): { longer: number; shorter: number } {
  const ratio = Math.min(wantedRatio, maxRatio);
  const area = Math.max(Math.min(wanted, maxArea), minArea, min * min * ratio);
  const down = (value: number) => Math.floor(value / step + ROUNDING) * step;
  let longer = Math.min(down(Math.sqrt(area * ratio)), down(max));
  let shorter = Math.max(Math.round(longer / ratio / step) * step, Math.ceil(min / step) * step);
  if (longer * shorter > maxArea) shorter -= step;
  if (longer > maxRatio * shorter) longer = down(maxRatio * shorter);
  while (longer * shorter < minArea && shorter + step <= max) {
    // A wider shape is nearer to what was asked for than a smaller area, which is refused.
    shorter += step;
    longer = Math.max(longer, shorter);
  }
  return { longer, shorter };
}

/** A side that is exact in decimals must not lose a step to binary fractions. */
const ROUNDING = 1e-9;

/** Returns the size of a table with the nearest ratio, and of these the nearest area. */
function nearestSize(side: number, ratio: number, { sizes }: PixelTable): Size {
  const distance = ({ width, height }: Size) => ({
    ratio: Math.abs(Math.log(width / height / ratio)),
    area: Math.abs(Math.log((width * height) / (side * side))),
  });
  const [first = { width: side, height: side }, ...others] = sizes.map(sizeOf);
  return others.reduce((best, size) => {
    const [a, b] = [distance(size), distance(best)];
    const isNearer = Math.abs(a.ratio - b.ratio) < ROUNDING ? a.area < b.area : a.ratio < b.ratio;
    return isNearer ? size : best;
  }, first);
}

function sizeOf(text: string): Size {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}
