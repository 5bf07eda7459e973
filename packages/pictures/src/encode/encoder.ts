import type { ImageFormat } from '@model-gateway/core';
import { encodeBlocks } from '../png/encode-blocks.ts';
import { encodePng } from '../png/encode-png.ts';
import { toRaster, type Picture } from '../raster/picture.ts';
import { repeatPixels } from '../raster/repeat-pixels.ts';
import type { Size } from '../size-of.ts';
import { sharpFor, type LoadSharp, type Sharp } from '../sharp.ts';

/** Every format that is a grid of pixels, which SVG is not. */
export type RasterFormat = Exclude<ImageFormat, 'svg'>;

export const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

export interface EncodeOptions {
  /** The size of the file; a smaller picture is stretched, its pixels to blocks of one colour. */
  readonly size: Size;
  /** True to keep transparency; jpeg never does. */
  readonly alpha: boolean;
  /** 0 to 100, for jpeg and webp; 90 by default. */
  readonly quality: number | undefined;
}

export type Encode = (picture: Picture, options: EncodeOptions) => Promise<Uint8Array>;

/**
 * Returns the encoder of a format. PNG needs nothing; jpeg and webp need the package sharp and
 * reject with an error that says how to install it.
 */
export async function loadEncoder(format: RasterFormat, loadSharp: LoadSharp): Promise<Encode> {
  if (format === 'png') {
    return async (picture, options) =>
      hasSize(picture, options.size)
        ? encodePng(picture, options)
        : encodeBlocks(await toRaster(picture), options.size, options);
  }
  const sharp = await sharpFor(format, loadSharp);
  return (picture, options) => encodeWithSharp(sharp, format, picture, options);
}

async function encodeWithSharp(
  sharp: Sharp,
  format: 'jpeg' | 'webp',
  picture: Picture,
  options: EncodeOptions,
): Promise<Uint8Array> {
  const raster = await toRaster(picture);
  const { width, height, pixels } = hasSize(raster, options.size)
    ? raster
    : repeatPixels(raster, options.size);
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  const kept = options.alpha && format !== 'jpeg' ? image : image.removeAlpha();
  // sharp's scale begins at 1.
  const quality = Math.max(1, options.quality ?? 90);
  const encoded = format === 'jpeg' ? kept.jpeg({ quality }) : kept.webp({ quality, effort: 2 });
  const { buffer, byteOffset, byteLength } = await encoded.toBuffer();
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function hasSize(picture: Size, { width, height }: Size): boolean {
  return picture.width === width && picture.height === height;
}
