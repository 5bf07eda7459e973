import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'node20',
  // The golden world is in the package once, as the file that both formats load.
  external: ['@model-gateway/worlds/golden-world.json'],
  esbuildOptions(options, { format }) {
    // Test runners that load CommonJS by themselves, such as jest, have no import().
    if (format === 'cjs') options.supported = { 'dynamic-import': false };
  },
});
