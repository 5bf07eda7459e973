import { defineConfig } from 'tsup';
import { command } from '../repo-tools/src/build/command.ts';
import { library } from '../repo-tools/src/build/library.ts';

export default defineConfig([
  ...library(),
  command({
    entry: { bin: 'src/bin.ts' },
    target: 'node20',
    // Only loaded on demand: what stays outside.
    noExternal: [
      /^@model-gateway\/(core|core\/http|core\/kit|node|pictures|providers\/demo|telemetry|worlds)$/,
      '@bufbuild/protobuf',
      'aws4fetch',
      '@noble/hashes',
      'commander',
      'path-to-regexp',
      'valibot',
    ],
  }),
]);
