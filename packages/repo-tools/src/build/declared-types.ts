import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Options } from 'tsup';

/** Outside of node_modules, whose types are those of others to a bundler. */
const FOLDER = '.declarations';
/** What the declarations follow from. */
const SOURCES = [
  'packages/*/src/**/*.{ts,tsx}',
  'tsconfig.{base,declarations}.json',
  'pnpm-lock.yaml',
];

/**
 * Has tsup bundle the types of these entries of the package in the current folder from declarations
 * that the native compiler writes for all packages at once. tsup makes them by itself otherwise, with
 * a compiler for each package that reads the sources of all that it imports.
 */
export function declaredTypes(
  entry: Readonly<Record<string, string>>,
): NonNullable<Options['dts']> {
  const declared = path.relative('.', declareTypes(path.resolve('../..')));
  const from = path.join(declared, 'packages', path.basename(process.cwd()));
  return {
    only: true,
    entry: Object.fromEntries(
      Object.entries(entry).map(([name, source]) => [
        name,
        path.join(from, source.replace(/\.ts$/, '.d.ts')),
      ]),
    ),
  };
}

/**
 * Returns the folder of the declarations of all sources below `root`, each beside the place of its
 * source; writes it unless it exists. Its name is the time of the newest source, so that builds which
 * run at the same time each find a whole folder, also while sources change.
 */
export function declareTypes(root: string): string {
  const all = path.join(root, FOLDER);
  const folder = path.join(all, String(newestIn(root)));
  if (existsSync(folder)) return folder;
  mkdirSync(all, { recursive: true });
  const made = mkdtempSync(path.join(all, 'made-'));
  try {
    const compiler = path.join(root, 'node_modules/typescript7/bin/tsc');
    const args = [compiler, '-p', 'tsconfig.declarations.json', '--outDir', made];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('The declarations of the packages could not be written.');
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another build was faster.
    if (!existsSync(folder)) throw error;
  }
  removeOld(all);
  return folder;
}

function newestIn(root: string): number {
  const times = globSync(SOURCES, { cwd: root }).map(
    (file) => statSync(path.join(root, file)).mtimeMs,
  );
  return Math.max(...times);
}

/** Leaves the newest folder and the one before it, which another build may be reading. */
function removeOld(all: string): void {
  const times = readdirSync(all).map(Number).filter(Number.isFinite);
  for (const time of times.sort((a, b) => b - a).slice(2)) {
    rmSync(path.join(all, String(time)), { recursive: true, force: true });
  }
}
