import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.ts';

/** An entry of a published package: what users import. */
export interface ReferenceEntry {
  /** As it is imported: `@model-gateway/core/http`. */
  readonly name: string;
  /** Path of its source from the root. */
  readonly source: string;
}

const SOURCE = '@model-gateway/source';
/** The shared parts of this project's packages: their names may change in any release. */
const PRIVATE_ENTRIES = ['@model-gateway/core/kit'];

/** Returns every entry of every published package that has types, in the order of their names. */
export function referenceEntries(): readonly ReferenceEntry[] {
  return globSync('packages/*/package.json', { cwd: ROOT })
    .flatMap((file) => {
      // A package.json of our own, which pnpm has read before us.
      const manifest = JSON.parse(readFileSync(ROOT + file, 'utf8')) as Manifest;
      if (manifest.private === true) return [];
      return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
        const source = target[SOURCE];
        if (source === undefined || !source.endsWith('.ts')) return [];
        const name = manifest.name + subpath.slice(1);
        return [{ name, source: path.posix.join(path.posix.dirname(file), source) }];
      });
    })
    .filter(({ name }) => !PRIVATE_ENTRIES.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
}

/** The page of an entry: `core/http` for `@model-gateway/core/http`. */
export function referencePath(name: string): string {
  return `reference/${name.replace(/^@model-gateway\//, '')}`;
}
