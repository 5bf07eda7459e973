import type { Config } from 'jest';

export default {
  testMatch: ['**/*.spec.ts'],
  transform: { '\\.ts$': './transform-typescript.ts' },
  extensionsToTreatAsEsm: ['.ts'],
  // This repository runs its packages from source; where they are installed, leave this out.
  testEnvironmentOptions: { customExportConditions: ['@model-gateway/source', 'node'] },
} satisfies Config;
