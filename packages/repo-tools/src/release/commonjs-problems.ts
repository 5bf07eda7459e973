import path from 'node:path';
import { build } from 'esbuild';
import type { PackedPackage } from './pack-packages.ts';

/**
 * Returns a sentence for each ES module that the CommonJS build of a package requires, directly or
 * through what it requires: Node can, but Jest and others that load CommonJS by themselves cannot.
 * Optional peers do not count, because their user chooses the version. `folder` has the package
 * installed, as any user has.
 */
export async function commonJsProblems(
  { name, manifest: text }: Pick<PackedPackage, 'name' | 'manifest'>,
  folder: string,
): Promise<readonly string[]> {
  // Packed by us, and inspected by publint.
  const manifest = JSON.parse(text) as Manifest;
  const entries = commonJsEntries(manifest);
  const { metafile } = await build({
    entryPoints: entries.map((file) => path.join(folder, 'node_modules', name, file)),
    absWorkingDir: folder,
    outdir: path.join(folder, 'unwritten'),
    write: false,
    metafile: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // Those of Node's require() alone: esbuild adds `module` by itself, which no Node knows.
    conditions: ['node'],
    mainFields: ['main'],
    external: [
      // Each of ours is looked at by itself.
      '@model-gateway/*',
      ...Object.keys(manifest.peerDependencies ?? {}).flatMap((peer) => [peer, `${peer}/*`]),
    ],
    // Code that nothing calls is loaded all the same.
    treeShaking: false,
    logLevel: 'silent',
  });
  return Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    imports.flatMap(({ kind, path: found }) => {
      if (kind === 'dynamic-import' && file.startsWith(`node_modules/${name}/`)) {
        return [`${file} has an import() of ${found}, which Jest has not: require it.`];
      }
      if (kind !== 'require-call' || metafile.inputs[found]?.format !== 'esm') return [];
      return [
        `${file} requires ${found}, an ES module, which Jest cannot load: name its package in ` +
          'ESM_ONLY of build/library.ts.',
      ];
    }),
  );
}

/** The members of a package.json that say what require() finds. */
interface Manifest {
  readonly exports: Readonly<
    Record<string, string | { readonly require: { readonly default: string } }>
  >;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The files that `require()` of a published package's entries loads. */
function commonJsEntries({ exports }: Manifest): readonly string[] {
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.require.default],
  );
}
