/**
 * Takes the condition that names TypeScript sources out of the exports of a package, because its
 * tarball holds none. pnpm calls this for `pnpm pack` and `pnpm publish`. After a change of this
 * file run `npx -y pnpm@12 install`: the lockfile has its checksum.
 */
function beforePacking(manifest) {
  for (const target of Object.values(manifest.exports ?? {})) {
    delete target['@model-gateway/source'];
  }
  return manifest;
}

export const hooks = { beforePacking };
