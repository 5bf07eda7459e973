import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** For copied tests, which import the mock from its sources here. */
export default defineConfig({
  // In one process and with one mock: each file would load it anew.
  test: { isolate: false, maxWorkers: 1 },
  ssr: { resolve: { conditions: ['@model-gateway/source', ...defaultServerConditions] } },
});
