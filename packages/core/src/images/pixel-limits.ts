import type { PixelBounds, PixelLimits } from '../ports/image-provider.ts';

/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns whether an endpoint accepts a size. Source: contract §4.3. */
export function fitsPixels(size: Size, limits: PixelLimits | undefined): boolean {
  if (limits === undefined) return false;
  return 'sizes' in limits ? limits.sizes.includes(textOfSize(size)) : isWithin(size, limits);
}

/** Returns what a size must be: the rest of the sentence "size must be …". */
export function describePixels(limits: PixelLimits | undefined): string {
  if (limits === undefined) return 'left out or a tier';
  if ('sizes' in limits) return `one of ${limits.sizes.join(', ')}`;
  const { min, max, multipleOf, minArea, maxArea, maxRatio } = limits;
  const multiple = multipleOf === undefined ? '' : `, multiples of ${multipleOf}`;
  const area = [
    minArea === undefined ? '' : ` at least ${minArea}`,
    maxArea === undefined ? '' : ` at most ${maxArea}`,
  ].filter((bound) => bound !== '');
  return [
    `sides of ${min} to ${max} pixels${multiple}`,
    ...(area.length === 0 ? [] : [`an area of${area.join(' and')} pixels`]),
    ...(maxRatio === undefined ? [] : [`a ratio of at most ${maxRatio}:1`]),
  ].join(', ');
}

/** `1024x768`. */
export function textOfSize({ width, height }: Size): string {
  return `${width}x${height}`;
}

function isWithin({ width, height }: Size, bounds: PixelBounds): boolean {
  const { min, max, multipleOf = 1, minArea = 0, maxArea = Infinity, maxRatio = Infinity } = bounds;
  const area = width * height;
  return (
    [width, height].every((side) => side >= min && side <= max && side % multipleOf === 0) &&
    area >= minArea &&
    area <= maxArea &&
    Math.max(width, height) <= maxRatio * Math.min(width, height)
  );
}
