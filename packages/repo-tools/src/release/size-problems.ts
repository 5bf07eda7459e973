import type { PackedPackage } from './pack-packages.ts';

/** The most that `dist` of a package may hold, bytes, source maps included. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Returns a sentence when the `dist` of a package is larger than anybody wants to download. */
export function sizeProblems({
  files,
  textOf,
}: Pick<PackedPackage, 'files' | 'textOf'>): readonly string[] {
  const sizes = files
    .filter((file) => file.startsWith('dist/'))
    .map((file) => ({ file, bytes: Buffer.byteLength(textOf(file)) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= MOST_BYTES) return [];
  const largest = sizes.slice(0, 3).map(({ file, bytes }) => `${file} (${bytes})`);
  return [`dist holds ${total} bytes, at most ${MOST_BYTES} are fine; ${largest.join(', ')}.`];
}
