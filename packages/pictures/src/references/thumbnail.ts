import type { ReferenceImage } from '@model-gateway/core';
import type { Sharp } from '../sharp.ts';
import { samplePng } from './sample-png.ts';

/** Squares along a side of a thumbnail. */
export const GRID = 16;

/** `GRID` × `GRID` colours, row by row, each red, green and blue. */
export type Thumbnail = Uint8Array;

/**
 * Returns what a reference image looks like. PNG is read here; JPEG, WebP and GIF need the package
 * sharp. Undefined for an image that cannot be read, or not without sharp.
 */
export async function thumbnailOf(
  { bytes, mediaType }: ReferenceImage,
  sharp: Sharp | undefined,
): Promise<Thumbnail | undefined> {
  if (mediaType === 'image/png') return samplePng(bytes, GRID);
  if (sharp === undefined) return undefined;
  try {
    const small = sharp(bytes).resize({ width: GRID, height: GRID, fit: 'fill' }).removeAlpha();
    const pixels = await small.raw().toBuffer();
    return pixels.length === GRID * GRID * 3 ? pixels : undefined;
  } catch {
    // A reference that is not an image after all: the picture shows a placeholder.
    return undefined;
  }
}
