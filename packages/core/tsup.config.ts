import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/http.ts', 'src/kit.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  // CommonJS, too, has what the entries share once, so that they also share their classes.
  splitting: true,
  clean: true,
  target: 'node20',
});
