import { defineConfig } from 'tsup';

export default defineConfig({
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
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'node20',
});
