import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['*.spec.ts'] },
  // This repository runs its packages from source; where they are installed, leave this out.
  ssr: { resolve: { conditions: ['@model-gateway/source', ...defaultServerConditions] } },
});
