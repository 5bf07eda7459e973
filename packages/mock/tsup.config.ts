import { defineConfig } from 'tsup';
import { thirdPartyNotices } from '../repo-tools/src/build/third-party-notices.ts';

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

/** What both formats have in common. */
const LIBRARY = {
  entry: ENTRIES,
  // CommonJS, too, has what the entries share once, so that they also share their classes.
  splitting: true,
  // node:test has no other name.
  removeNodeProtocol: false,
  target: 'node20',
} as const;

export default defineConfig([
  // Source maps for one format: with both they would be most of the package.
  { ...LIBRARY, format: 'esm', sourcemap: true, clean: ['dist/*.js', 'dist/*.js.map'] },
  { ...LIBRARY, format: 'cjs', clean: ['dist/*.cjs', 'dist/*.cjs.map'] },
  {
    entry: ENTRIES,
    format: ['esm', 'cjs'],
    dts: { only: true },
    clean: ['dist/*.d.ts', 'dist/*.d.cts'],
  },
  {
    // The command carries the packages of this project and what they need, because looking for each
    // of them takes as long as running it. Only loaded on demand: what stays outside.
    entry: ['src/bin.ts'],
    outDir: 'dist/command',
    format: 'esm',
    noExternal: [
      /^@model-gateway\/(core|core\/http|core\/kit|node|pictures|telemetry|worlds)$/,
      '@bufbuild/protobuf',
      'aws4fetch',
      '@noble/hashes',
      'path-to-regexp',
      'valibot',
    ],
    // For `pnpm check:packages`; not published.
    metafile: true,
    esbuildPlugins: [thirdPartyNotices()],
    // Nobody imports it.
    minify: true,
    target: 'node20',
    clean: true,
  },
]);
