import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  bundledPackages,
  manifestOf,
  titleOf,
  type BundleContents,
} from '../build/bundled-packages.ts';
import type { PackedPackage } from './pack-packages.ts';

const COMMAND = 'dist/command';
const NOTICES = `${COMMAND}/THIRD-PARTY-NOTICES.txt`;

/**
 * Returns a sentence for each package whose code is in the command of a published package but whose
 * licence is not. `folder` is where the package was built: tsup leaves esbuild's metafile there,
 * with paths from that folder.
 */
export function noticesProblems(
  { files, textOf }: Pick<PackedPackage, 'files' | 'textOf'>,
  folder: string,
): readonly string[] {
  if (!files.some((file) => file.startsWith(`${COMMAND}/`))) return [];
  const metafile = path.join(folder, COMMAND, 'metafile-esm.json');
  if (!existsSync(metafile)) {
    return [`nothing says what ${COMMAND} contains: build it with tsup's metafile: true.`];
  }
  // Written by esbuild.
  const contents = JSON.parse(readFileSync(metafile, 'utf8')) as BundleContents;
  const lines = new Set(files.includes(NOTICES) ? textOf(NOTICES).split('\n') : []);
  return bundledPackages(contents, folder)
    .map((bundled) => titleOf(manifestOf(bundled)))
    .filter((title) => !lines.has(title))
    .map((title) => `${COMMAND} contains ${title}, and ${NOTICES} does not name it.`);
}
