import { defineConfig } from 'tsup';

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
    // CommonJS, too, has what the entries share once, so that they also share their classes.
    splitting: true,
    // node:test has no other name.
    removeNodeProtocol: false,
    clean: ['dist/*', '!dist/command'],
    target: 'node20',
  },
  {
    // The command carries the packages of this project and what they need, because looking for each
    // of them takes as long as running it. Only loaded on demand: what stays outside.
    entry: ['src/bin.ts'],
    outDir: 'dist/command',
    format: 'esm',
    noExternal: [
      /^@model-gateway\/(core|core\/http|core\/kit|node|pictures|worlds)$/,
      '@noble/hashes',
      'path-to-regexp',
      'valibot',
    ],
    target: 'node20',
    clean: true,
  },
]);
