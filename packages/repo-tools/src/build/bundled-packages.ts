import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What esbuild's metafile says of a bundle: which file is in which output, with how many bytes. */
export interface BundleContents {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

/**
 * Returns the absolute folders of the installed packages whose code is in a bundle, sorted. The
 * metafile's paths are relative to `from`.
 */
export function bundledPackages({ outputs }: BundleContents, from: string): readonly string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => PACKAGE_FOLDER.exec(file)?.[0] ?? []);
  return [...new Set(folders)].toSorted().map((folder) => path.resolve(from, folder));
}

/** Up to the last `node_modules/` and the name after it: `node_modules/.pnpm/…/node_modules/pino`. */
const PACKAGE_FOLDER = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The members of an installed package's package.json that its notice needs. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

export function manifestOf(folder: string): Manifest {
  // The package.json of a package that pnpm has installed.
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The first line of a package's notice: `pino 10.4.0, MIT`. */
export function titleOf({ name, version, license }: Manifest): string {
  return `${name} ${version}, ${license}`;
}
