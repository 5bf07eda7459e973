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

/** Loads sharp; undefined where it is not installed, or a bundler for browsers left it out. */
export async function optionalSharp(load: LoadSharp): Promise<Sharp | undefined> {
  const loaded = await load().catch(() => undefined);
  return typeof loaded?.default === 'function' ? loaded.default : undefined;
}
