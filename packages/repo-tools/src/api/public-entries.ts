import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An entry of a published package: what users import. */
export interface PublicEntry {
  /** Path from the root: `packages/core`. */
  readonly folder: string;
  /** `index` for `.`, `http` for `./http`. */
  readonly name: string;
  /** Path of its source, from the package's folder. */
  readonly source: string;
  /** Path of its built types, from the package's folder. */
  readonly types: string;
}

/** The condition that names the TypeScript source of an entry. */
const SOURCE = '@model-gateway/source';

/** The shared parts of this project's packages: their types may change in any release. */
const PRIVATE_ENTRIES = ['@model-gateway/core/kit'];

/** Returns every entry with types of every package that is published, in the order of their paths. */
export function publicEntries(root: string): readonly PublicEntry[] {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const manifest = readManifest(path.join(root, file));
      if (manifest.private === true) return [];
      return entriesOf(manifest).map((entry) => ({ folder: path.dirname(file), ...entry }));
    });
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
}

function readManifest(file: string): Manifest {
  // A package.json of our own, which pnpm has read before us.
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function entriesOf({ name, exports = {} }: Manifest) {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const source = memberOf(target, SOURCE);
    const types = memberOf(memberOf(target, 'import'), 'types');
    // A file, such as JSON.
    if (typeof types !== 'string') return [];
    if (PRIVATE_ENTRIES.includes(name + subpath.slice(1))) return [];
    if (typeof source !== 'string') {
      throw new Error(
        `${name} exports ${subpath} with types but without "${SOURCE}": add the path of its source`,
      );
    }
    return [{ name: subpath === '.' ? 'index' : subpath.slice(2), source, types }];
  });
}

function memberOf(target: unknown, name: string): unknown {
  if (typeof target !== 'object' || target === null) return undefined;
  return Object.entries(target).find(([condition]) => condition === name)?.[1];
}
