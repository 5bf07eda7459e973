import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.ts';

/** A document of the repository that is a page of the site. */
export interface Page {
  /** Path from the root: `docs/mock/faults.md`. */
  readonly file: string;
  /** Path on the site, without suffix: `mock/faults`. */
  readonly path: string;
  /** Its first heading. */
  readonly title: string;
}

/** The part of a package.json that matters here. */
interface Manifest {
  readonly private?: boolean;
}

const DOCUMENTS = [
  'docs/**/*.md',
  'packages/*/README.md',
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];

/** Returns every guide, the README of every published package, and what concerns the project. */
export function readPages(): readonly Page[] {
  return globSync(DOCUMENTS, { cwd: ROOT })
    .filter((file) => !file.startsWith('packages/') || isPublished(path.dirname(file)))
    .map((file) => ({ file, path: sitePath(file), title: titleOf(file) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** `docs/mock/faults.md` is `mock/faults`, and `packages/mock/README.md` is `packages/mock`. */
function sitePath(file: string): string {
  if (file === 'README.md') return 'start';
  return file
    .replace(/^docs\//, '')
    .replace(/(?:\/README)?\.md$/, '')
    .toLowerCase();
}

function isPublished(folder: string): boolean {
  // A package.json of our own, which pnpm has read before us.
  const manifest = JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, 'utf8')) as Manifest;
  return manifest.private !== true;
}

function titleOf(file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(ROOT + file, 'utf8')) ?? [];
  if (title === undefined)
    throw new Error(`${file} needs a first line "# Title": it is a page of the site`);
  return title.replaceAll('`', '');
}
