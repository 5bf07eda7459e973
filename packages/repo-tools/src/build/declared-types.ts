import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Options } from 'tsup';

/** Outside of node_modules, whose types are those of others to a bundler. */
const FOLDER = '.declarations';
/** What the declarations follow from. */
const SOURCES = ['packages/*/src/**/*.{ts,tsx}', 'tsconfig.{base,declarations}.json'];

/**
 * Has tsup bundle the types of these entries of the package in the current folder from declarations
 * that the native compiler writes for all packages at once. tsup makes them by itself otherwise, with
 * a compiler for each package that reads the sources of all that it imports.
 */
export function declaredTypes(
  entry: Readonly<Record<string, string>>,
): NonNullable<Options['dts']> {
  const root = path.resolve('../..');
  declareTypes(root);
  const from = path.join('../..', FOLDER, 'packages', path.basename(process.cwd()));
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

/** Writes a declaration beside the place of each source, below a folder of its own. */
export function declareTypes(root: string): void {
  const folder = path.join(root, FOLDER);
  const stamp = path.join(folder, 'stamp');
  if (isNewest(stamp, root)) return;
  // A source that is gone would leave its declaration behind.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Older than a source that changes meanwhile.
  const started = path.join(folder, 'started');
  writeFileSync(started, '');
  const compiler = path.join(root, 'node_modules/typescript7/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.declarations.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The declarations of the packages could not be written.');
  renameSync(started, stamp);
}

function isNewest(stamp: string, root: string): boolean {
  const written = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync(SOURCES, { cwd: root }).every(
    (file) => statSync(path.join(root, file)).mtimeMs < written,
  );
}
