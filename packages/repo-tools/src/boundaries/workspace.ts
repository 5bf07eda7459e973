import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The input of the boundary check: plain data, so that a test can write it by hand. */
export interface Workspace {
  /** Path from the root (`packages/core/src/index.ts`) → text, for every TypeScript source. */
  readonly files: Readonly<Record<string, string>>;
  /** Folder under packages/ → its package.json. */
  readonly manifests: Readonly<Record<string, Manifest>>;
}

export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export function readWorkspace(root: string): Workspace {
  const manifests: Record<string, Manifest> = {};
  for (const file of list(root, 'packages/*/package.json')) {
    // package.json of our own: npm itself refuses one whose name or dependencies are malformed.
    manifests[folderOf(file)] = JSON.parse(read(root, file)) as Manifest;
  }
  const files: Record<string, string> = {};
  for (const file of list(root, 'packages/*/src/**/*.{ts,tsx}')) files[file] = read(root, file);
  return { files, manifests };
}

/** `packages/core/src/index.ts` → `core`. */
export function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function list(root: string, pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
