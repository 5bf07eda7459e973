import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Worlds as text that is parsed when loaded: engines read that much faster than an object literal. */
const parsedWorlds: Plugin = {
  name: 'parsed-worlds',
  setup(build) {
    build.onLoad({ filter: /fixtures[\\/]worlds[\\/].*\.json$/ }, async ({ path }) => {
      const world: unknown = JSON.parse(await readFile(path, 'utf8'));
      const text = JSON.stringify(JSON.stringify(world));
      return { contents: `export default JSON.parse(${text});`, loader: 'js' };
    });
  },
};

/** One for each of the package's exports. */
const ENTRIES = [
  'src/index.ts',
  'src/control.ts',
  'src/msw.ts',
  'src/vite.ts',
  'src/node-test.ts',
  'src/vitest.ts',
  'src/jest.ts',
  'src/playwright.ts',
];

export default defineConfig([
  {
    entry: ENTRIES,
    format: ['esm', 'cjs'],
    dts: true,
    // node:test has no other name.
    removeNodeProtocol: false,
    clean: ['dist/*', '!dist/command'],
    target: 'node20',
    esbuildPlugins: [parsedWorlds],
  },
  {
    // The command carries the packages of this project and what they need, because looking for each
    // of them takes as long as running it. Only loaded on demand: what stays outside.
    entry: ['src/bin.ts'],
    outDir: 'dist/command',
    format: 'esm',
    noExternal: [/^@model-gateway\/(core|node)$/, '@noble/hashes', 'path-to-regexp', 'valibot'],
    target: 'node20',
    clean: true,
    esbuildPlugins: [parsedWorlds],
  },
]);
