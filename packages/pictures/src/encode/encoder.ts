import type { ImageFormat } from '@model-gateway/core';
import { encodeBlocks } from '../png/encode-blocks.ts';
import { encodePng } from '../png/encode-png.ts';
import { toRaster, type Picture, type Raster } from '../raster/picture.ts';
import { repeatPixels } from '../raster/repeat-pixels.ts';
import type { Size } from '../size-of.ts';
import { optionalSharp, type LoadSharp, type Sharp } from '../sharp.ts';
import { loadWasmEncoder } from './wasm-encoder.ts';

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
 * Returns the encoder of a format. Jpeg and webp are encoded by the package sharp where it is
 * installed, on other threads, and otherwise by WebAssembly.
 */
export async function loadEncoder(format: RasterFormat, loadSharp: LoadSharp): Promise<Encode> {
  if (format === 'png') {
    return async (picture, options) =>
      hasSize(picture, options.size)
        ? encodePng(picture, options)
        : encodeBlocks(await toRaster(picture), options.size, options);
  }
  const sharp = await optionalSharp(loadSharp);
  if (sharp !== undefined) {
    return async (picture, options) =>
      encodeWithSharp(sharp, format, await sized(picture, options.size), options);
  }
  const encode = await loadWasmEncoder(format);
  return async (picture, { size, quality = USUAL_QUALITY }) =>
    encode(await sized(picture, size), quality);
}

const USUAL_QUALITY = 90;

/** Draws a picture as a whole, in the size of the file. */
async function sized(picture: Picture, size: Size): Promise<Raster> {
  const raster = await toRaster(picture);
  return hasSize(raster, size) ? raster : repeatPixels(raster, size);
}

async function encodeWithSharp(
  sharp: Sharp,
  format: 'jpeg' | 'webp',
  { width, height, pixels }: Raster,
  options: EncodeOptions,
): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  const kept = options.alpha && format !== 'jpeg' ? image : image.removeAlpha();
  // sharp's scale begins at 1.
  const quality = Math.max(1, options.quality ?? USUAL_QUALITY);
  const encoded = format === 'jpeg' ? kept.jpeg({ quality }) : kept.webp({ quality, effort: 2 });
  const { buffer, byteOffset, byteLength } = await encoded.toBuffer();
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function hasSize(picture: Size, { width, height }: Size): boolean {
  return picture.width === width && picture.height === height;
}
