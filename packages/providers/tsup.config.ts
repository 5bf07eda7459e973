import { defineConfig, type Options } from 'tsup';

const common: Options = {
  entry: {
    index: 'src/index.ts',
    gateway: 'src/gateway-api/gateway.ts',
    openai: 'src/upstreams/openai.ts',
    azure: 'src/upstreams/azure.ts',
    'openai-compatible': 'src/upstreams/openai-compatible.ts',
    together: 'src/upstreams/together.ts',
    gemini: 'src/upstreams/gemini.ts',
    vertex: 'src/upstreams/vertex.ts',
    xai: 'src/upstreams/xai.ts',
    ark: 'src/upstreams/ark.ts',
    recraft: 'src/upstreams/recraft.ts',
    stability: 'src/upstreams/stability.ts',
    bfl: 'src/upstreams/bfl.ts',
    fal: 'src/upstreams/fal.ts',
    replicate: 'src/upstreams/replicate.ts',
    testing: 'src/testing/index.ts',
  },
  dts: true,
  // CommonJS, too, has what the entries share once, so that they also share their classes.
  splitting: true,
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
