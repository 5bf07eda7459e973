import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  bundledPackages,
  manifestOf,
  titleOf,
  type BundleContents,
} from '../build/bundled-packages.ts';
import type { PackedPackage } from './pack-packages.ts';

/** The folders of a package with bundles, and what esbuild says of each, where tsup leaves it. */
const BUNDLES = [
  { folder: 'dist/command', metafile: 'dist/command/metafile-esm.json' },
  // Where a dependency is an ES module only: src/build/library.ts.
  { folder: 'dist', metafile: 'dist/metafile-cjs.json' },
];

/**
 * Returns a sentence for each package whose code is in a published package but whose licence is not.
 * `folder` is where the package was built: the paths in esbuild's metafiles are from there.
 */
export function noticesProblems(
  packed: Pick<PackedPackage, 'files' | 'textOf'>,
  folder: string,
): readonly string[] {
  return BUNDLES.flatMap((bundle) => problemsOf(bundle, packed, folder));
}

function problemsOf(
  bundle: (typeof BUNDLES)[number],
  { files, textOf }: Pick<PackedPackage, 'files' | 'textOf'>,
  folder: string,
): readonly string[] {
  if (!files.some((file) => file.startsWith(`${bundle.folder}/`))) return [];
  const metafile = path.join(folder, bundle.metafile);
  if (!existsSync(metafile)) {
    // A command always is a bundle.
    if (bundle.folder === 'dist') return [];
    return [`nothing says what ${bundle.folder} contains: build it with tsup's metafile: true.`];
  }
  const notices = `${bundle.folder}/THIRD-PARTY-NOTICES.txt`;
  // Written by esbuild.
  const contents = JSON.parse(readFileSync(metafile, 'utf8')) as BundleContents;
  const lines = new Set(files.includes(notices) ? textOf(notices).split('\n') : []);
  return bundledPackages(contents, folder)
    .map((bundled) => titleOf(manifestOf(bundled)))
    .filter((title) => !lines.has(title))
    .map((title) => `${bundle.folder} contains ${title}, and ${notices} does not name it.`);
}
