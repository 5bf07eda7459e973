import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { runCommand } from '../run-command.ts';

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly tarball: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contents: Package;
  /** Paths inside the package, such as `dist/index.js`. */
  readonly files: readonly string[];
  /** Returns the text of a file by its path inside the package. */
  textOf(file: string): string;
  /** The text of the package.json inside the tarball. */
  readonly manifest: string;
}

/** Packs every package that is not private, with the pnpm that publishes them. Throws without a build. */
export async function packPackages(root: string, into: string): Promise<readonly PackedPackage[]> {
  const names = publishedNames(root);
  const filters = names.map((name) => `--filter=${name}`);
  const pack = ['-r', ...filters, 'pack', '--pack-destination', into];
  const { ok, output } = await runCommand('npx', ['-y', 'pnpm@12', ...pack], { cwd: root });
  if (!ok) throw new Error(`pnpm pack failed:\n${output}`);
  const packed = globSync('*.tgz', { cwd: into })
    .toSorted()
    .map((file) => readPacked(path.join(into, file)));
  const unbuilt = packed.filter(({ files }) => !files.some((file) => file.startsWith('dist/')));
  if (unbuilt.length > 0) {
    throw new Error(
      `Run pnpm build first: no dist in ${unbuilt.map(({ name }) => name).join(', ')}.`,
    );
  }
  return packed;
}

function publishedNames(root: string): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((file) => {
      // A package.json of our own, which pnpm has read before us.
      const text = readFileSync(path.join(root, file), 'utf8');
      return JSON.parse(text) as { readonly name: string; readonly private?: boolean };
    })
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);
}

function readPacked(tarball: string): PackedPackage {
  const bytes = new Uint8Array(readFileSync(tarball));
  const contents = createPackageFromTarballData(bytes);
  const prefix = `/node_modules/${contents.packageName}/`;
  return {
    name: contents.packageName,
    tarball,
    bytes,
    contents,
    files: contents.listFiles().map((file) => file.replace(prefix, '')),
    textOf: (file) => contents.readFile(prefix + file),
    manifest: contents.readFile(`${prefix}package.json`),
  };
}
