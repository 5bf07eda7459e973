import { ProviderFailure, type ImageFormat } from '@model-gateway/core';

/** The part of the package `sharp` that is used here. */
export interface Sharp {
  (
    pixels: Uint8Array,
    options: { raw: { width: number; height: number; channels: 4 } },
  ): SharpImage;
}

interface SharpImage {
  removeAlpha(): SharpImage;
  jpeg(options: { quality: number }): SharpImage;
  webp(options: { quality: number; effort: number }): SharpImage;
  toBuffer(): Promise<Uint8Array>;
}

/** Imports `sharp`; rejects when it is not installed. */
export type LoadSharp = () => Promise<{ readonly default: Sharp }>;

/** Catches the failure here, because bundlers then treat the package as optional. */
export const importSharp: LoadSharp = () =>
  import('sharp').catch((cause: unknown) => {
    throw new Error('the package sharp cannot be loaded', { cause });
  });

/** Throws a `ProviderFailure` that says how to install what the format needs. */
export async function sharpFor(format: ImageFormat, load: LoadSharp): Promise<Sharp> {
  try {
    const { default: sharp } = await load();
    if (typeof sharp === 'function') return sharp;
    throw new Error('a bundler for browsers left the package sharp out');
  } catch (cause) {
    throw new ProviderFailure(
      'parameter',
      `${format} images need the package sharp: npm install --save-dev sharp`,
      { cause },
    );
  }
}
