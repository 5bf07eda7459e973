import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';

/**
 * Returns how the package in the current folder is built, as its package.json says: every entry
 * that it exports, as an ES module and as CommonJS, for the oldest Node that it runs on.
 */
export function library(): Options {
  return {
    ...common(),
    format: ['esm', 'cjs'],
    dts: true,
    sourcemap: true,
    // A command may be built beside the library.
    clean: [...ESM, ...CJS, ...TYPES],
  };
}

/**
 * Returns the same for a package with several entries. In CommonJS, too, what the entries share is
 * in files of its own, so that they have the same classes. Only the ES modules have source maps:
 * with both formats they would be most of the package.
 */
export function libraryOfEntries(more: Pick<Options, 'esbuildPlugins'> = {}): Options[] {
  const options: Options = { ...common(), splitting: true, ...more };
  return [
    { ...options, format: 'esm', sourcemap: true, clean: ESM },
    { ...options, format: 'cjs', clean: CJS },
    { ...options, format: ['esm', 'cjs'], dts: { only: true }, clean: TYPES },
  ];
}

const ESM = ['dist/*.js', 'dist/*.js.map'];
const CJS = ['dist/*.cjs', 'dist/*.cjs.map'];
const TYPES = ['dist/*.d.ts', 'dist/*.d.cts'];

function common(): Options {
  // A package.json of our own, which pnpm has read before us.
  const { exports, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const sources = Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['@model-gateway/source'];
    return source === undefined ? [] : [[nameOf(subpath), source] as const];
  });
  return {
    entry: Object.fromEntries(sources),
    target: engines.node.replace(/^>=(\d+).*$/, 'node$1'),
    // Some modules have no name without it: node:test, node:sqlite.
    removeNodeProtocol: false,
  };
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly engines: { readonly node: string };
}

/** The file's name in dist: `index` for `.`, `http` for `./http`. */
function nameOf(subpath: string): string {
  return subpath === '.' ? 'index' : subpath.slice(2);
}
