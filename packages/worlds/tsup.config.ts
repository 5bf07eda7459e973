import { defineConfig, type Options } from 'tsup';
import { declaredTypes } from '../repo-tools/src/build/declared-types.ts';

const common: Options = {
  entry: ['src/index.ts'],
  target: 'node20',
  // The golden world is in the package once, as the file that both formats load.
  external: ['@model-gateway/worlds/golden-world.json'],
};

export default defineConfig([
  // Source maps for one format: with both they would be half of the package.
  {
    ...common,
    format: 'esm',
    sourcemap: true,
    clean: ['dist/*.js', 'dist/*.js.map'],
  },
  {
    ...common,
    format: 'cjs',
    clean: ['dist/*.cjs'],
    esbuildOptions(options) {
      // Test runners that load CommonJS by themselves, such as jest, have no import().
      options.supported = { 'dynamic-import': false };
    },
  },
  {
    ...common,
    format: ['esm', 'cjs'],
    dts: declaredTypes({ index: 'src/index.ts' }),
    clean: ['dist/*.d.ts', 'dist/*.d.cts'],
  },
]);
