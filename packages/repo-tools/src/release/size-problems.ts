import type { PackedPackage } from './pack-packages.ts';

/** The most that the code and types of a package's `dist` may hold, bytes, as modules and as CommonJS together. */
const MOST_BYTES = 3.25 * 1024 * 1024;
/** The most that its source maps may hold, bytes; nothing loads them but a debugger. */
const MOST_MAP_BYTES = 2 * 1024 * 1024;

/** Returns a sentence when the `dist` of a package is larger than anybody wants to download. */
export function sizeProblems({
  files,
  textOf,
}: Pick<PackedPackage, 'files' | 'textOf'>): readonly string[] {
  const sizes = files
    .filter((file) => file.startsWith('dist/'))
    .map((file) => ({ file, bytes: Buffer.byteLength(textOf(file)) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const isMap = ({ file }: { file: string }) => file.endsWith('.map');
  return [
    ...problemsOf(
      'dist',
      sizes.filter((size) => !isMap(size)),
      MOST_BYTES,
    ),
    ...problemsOf('dist, in source maps,', sizes.filter(isMap), MOST_MAP_BYTES),
  ];
}

function problemsOf(
  what: string,
  sizes: readonly { readonly file: string; readonly bytes: number }[],
  most: number,
): readonly string[] {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= most) return [];
  const largest = sizes.slice(0, 3).map(({ file, bytes }) => `${file} (${bytes})`);
  return [`${what} holds ${total} bytes, at most ${most} are fine; ${largest.join(', ')}.`];
}
