import { defineConfig } from 'tsup';
import { library } from '../repo-tools/src/build/library.ts';
import { thirdPartyNotices } from '../repo-tools/src/build/third-party-notices.ts';

export default defineConfig([
  ...library(),
  {
    // The command carries the packages of this project and what they need, because looking for each
    // of them takes as long as running it. Only loaded on demand: what stays outside.
    entry: ['src/bin.ts'],
    outDir: 'dist/command',
    format: 'esm',
    noExternal: [
      /^@model-gateway\/(core|core\/http|core\/kit|node|pictures|providers\/demo|telemetry|worlds)$/,
      '@bufbuild/protobuf',
      'aws4fetch',
      '@noble/hashes',
      'path-to-regexp',
      'valibot',
    ],
    // For `pnpm check:packages`; not published.
    metafile: true,
    esbuildPlugins: [thirdPartyNotices()],
    // It is run, not imported.
    minify: true,
    target: 'node20',
    clean: true,
  },
]);
