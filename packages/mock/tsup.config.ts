import { defineConfig } from 'tsup';

export default defineConfig([
  {
    // The command shares its chunks with the library, and is run rather than imported.
    entry: ['src/index.ts', 'src/bin.ts'],
    format: 'esm',
    dts: { entry: 'src/index.ts' },
    clean: true,
    target: 'node20',
  },
  { entry: ['src/index.ts'], format: 'cjs', dts: true, target: 'node20' },
]);
