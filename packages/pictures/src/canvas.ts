import type { Size } from './size-of.ts';

/**
 * How much of an image is drawn. `full`: every pixel, with the request printed on it. `small`: at
 * most 64 pixels along the longer side, without text, stretched to the requested size; a tenth of
 * the time or less, for tests that do not look at images.
 */
export type Detail = 'full' | 'small';

/** Returns the size in which a scene is composed: a small one has fewer and simpler shapes. */
export function canvasOf(size: Size, detail: Detail): Size {
  return detail === 'full' ? size : fitted(size, SMALL_SIDE);
}

/** The longer side of a small image, in pixels. */
export const SMALL_SIDE = 64;

/** Scales a size down until its longer side fits; each side keeps at least one pixel. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}
