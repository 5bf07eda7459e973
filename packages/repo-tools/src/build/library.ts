import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { declaredTypes } from './declared-types.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

/**
 * Dependencies that are ES modules only. The CommonJS build contains them, because what loads
 * CommonJS by itself, such as Jest, cannot require them. `pnpm check:packages` names one that is
 * missing here.
 */
const ESM_ONLY = [
  '@jsquash/jpeg',
  '@jsquash/webp',
  '@noble/hashes',
  '@secretlint/core',
  '@secretlint/secretlint-rule-preset-recommend',
  'kysely',
  'path-to-regexp',
];

/**
 * Returns how the package in the current folder is built, as its package.json says: every entry
 * that it exports, as an ES module and as CommonJS, for the oldest Node that it runs on. In CommonJS,
 * too, what the entries share is in files of its own, so that they have the same classes. Only the
 * ES modules have source maps: with both formats they would be most of the package.
 */
export function library({ esbuildPlugins = [] }: Pick<Options, 'esbuildPlugins'> = {}): Options[] {
  const { exports, engines, dependencies = {} } = readManifest();
  const sources = Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['@model-gateway/source'];
    return source === undefined ? [] : [[nameOf(subpath), source] as const];
  });
  const contained = ESM_ONLY.filter((name) => name in dependencies);
  const entry = Object.fromEntries(sources);
  const common: Options = {
    entry,
    target: engines.node.replace(/^>=(\d+).*$/, 'node$1'),
    splitting: true,
    // Some modules have no name without it: node:test, node:sqlite.
    removeNodeProtocol: false,
    esbuildPlugins,
  };
  const types = ['dist/*.d.ts', 'dist/*.d.cts'];
  return [
    // A command may be built beside the library.
    { ...common, format: 'esm', sourcemap: true, clean: ['dist/*.js', 'dist/*.js.map'] },
    {
      ...common,
      format: 'cjs',
      // For `import.meta.url`, which contained packages may also write to.
      shims: true,
      esbuildOptions(options) {
        options.supported = { ...options.supported, 'import-meta': false };
      },
      clean: ['dist/*.cjs'],
      ...(contained.length > 0 && {
        noExternal: contained,
        // For `pnpm check:packages`; not published.
        metafile: true,
        esbuildPlugins: [...esbuildPlugins, thirdPartyNotices()],
      }),
    },
    { ...common, format: ['esm', 'cjs'], dts: declaredTypes(entry), clean: types },
  ];
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readManifest(): Manifest {
  // A package.json of our own, which pnpm has read before us.
  return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

/** The file's name in dist: `index` for `.`, `http` for `./http`. */
function nameOf(subpath: string): string {
  return subpath === '.' ? 'index' : subpath.slice(2);
}
