import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Drawing a picture of a million pixels takes a while on a busy machine.
  test: { include: ['*.spec.ts'], testTimeout: 30_000 },
  // This repository runs its packages from source; where they are installed, leave this out.
  ssr: { resolve: { conditions: ['@model-gateway/source', ...defaultServerConditions] } },
});
