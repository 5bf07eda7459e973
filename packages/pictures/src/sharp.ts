import type { ImageFormat } from '@model-gateway/core';

/** The part of the package `sharp` that is used here. */
export interface Sharp {
  (
    bytes: Uint8Array,
    options?: { raw: { width: number; height: number; channels: 4 } },
  ): SharpImage;
}

interface SharpImage {
  removeAlpha(): SharpImage;
  resize(options: { width: number; height: number; fit: 'fill' }): SharpImage;
  raw(): SharpImage;
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

/** Thrown for jpeg and webp where the package sharp is not installed: the set-up is incomplete. */
export class SharpMissingError extends Error {
  override readonly name = 'SharpMissingError';
}

/** Loads sharp; throws `SharpMissingError`, which says how to install what the format needs. */
export async function sharpFor(format: ImageFormat, load: LoadSharp): Promise<Sharp> {
  try {
    return await loaded(load);
  } catch (cause) {
    throw new SharpMissingError(
      `${format} images need the package sharp: npm install --save-dev sharp`,
      { cause },
    );
  }
}

/** Loads sharp; undefined where it is not installed. */
export async function optionalSharp(load: LoadSharp): Promise<Sharp | undefined> {
  return loaded(load).catch(() => undefined);
}

async function loaded(load: LoadSharp): Promise<Sharp> {
  const { default: sharp } = await load();
  if (typeof sharp === 'function') return sharp;
  throw new Error('a bundler for browsers left the package sharp out');
}
