import type { PackedPackage } from './pack-packages.ts';

const ALWAYS = ['package.json', 'README.md', 'LICENSE'];
/** Data that is packed once for both module formats, or where editors find it by a short path. */
const DATA = ['fixtures.schema.json', 'golden-world.json', 'model-gateway.schema.json'];
const ALLOWED = [...ALWAYS, ...DATA, 'CHANGELOG.md'];
/** Code and types, and the server's files for running it somewhere. */
const FOLDERS = ['dist/', 'deploy/'];

/** Returns files that a tarball should not contain, and files that it lacks. */
export function contentsProblems({
  files,
  manifest,
}: Pick<PackedPackage, 'files' | 'manifest'>): readonly string[] {
  const missing = ALWAYS.filter((file) => !files.includes(file));
  const surplus = files.filter(
    (file) => !ALLOWED.includes(file) && !FOLDERS.some((folder) => file.startsWith(folder)),
  );
  return [
    ...missing.map((file) => `${file} is missing from the tarball.`),
    ...surplus.map((file) => `${file} is in the tarball: publish only dist, through "files".`),
    ...LEFT_BEHIND.filter(([text]) => manifest.includes(text)).map(
      ([text, why]) => `package.json still says ${text}: ${why}.`,
    ),
  ];
}

const LEFT_BEHIND = [
  ['@model-gateway/source', '.pnpmfile.mjs takes it out when pnpm packs'],
  ['workspace:', 'it cannot be resolved outside this repository'],
] as const;
