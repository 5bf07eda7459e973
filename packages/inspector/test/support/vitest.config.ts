import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** For copied tests, which import the mock from its sources here. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@model-gateway/source', ...defaultServerConditions] } },
});
