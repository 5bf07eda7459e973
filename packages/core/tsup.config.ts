import { defineConfig, type Options } from 'tsup';
import { removableConstants } from '../repo-tools/src/build/removable-constants.ts';

const common: Options = {
  entry: ['src/index.ts', 'src/http.ts', 'src/kit.ts'],
  dts: true,
  // CommonJS, too, has what the entries share once, so that they also share their classes.
  splitting: true,
  esbuildPlugins: [removableConstants()],
  target: 'node20',
};

export default defineConfig([
  // Source maps for one format: with both they would be most of the package.
  {
    ...common,
    format: 'esm',
    sourcemap: true,
    clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
  },
  { ...common, format: 'cjs', clean: ['dist/*.cjs', 'dist/*.cjs.map', 'dist/*.d.cts'] },
]);
