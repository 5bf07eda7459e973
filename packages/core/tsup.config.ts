import { defineConfig } from 'tsup';
import { removableConstants } from '../repo-tools/src/build/removable-constants.ts';

export default defineConfig({
  entry: ['src/index.ts', 'src/http.ts', 'src/kit.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  // CommonJS, too, has what the entries share once, so that they also share their classes.
  splitting: true,
  esbuildPlugins: [removableConstants()],
  clean: true,
  target: 'node20',
});
