import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['vitest.spec.ts'] },
  ssr: { resolve: { conditions: ['@model-gateway/source', ...defaultServerConditions] } },
});
