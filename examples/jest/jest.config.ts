import type { Config } from 'jest';

export default {
  // Drawing a picture of a million pixels takes a while on a busy machine.
  testTimeout: 30_000,
  testMatch: ['**/*.spec.ts'],
  transform: { '\\.ts$': './transform-typescript.ts' },
  extensionsToTreatAsEsm: ['.ts'],
  // This repository runs its packages from source; where they are installed, leave this out.
  testEnvironmentOptions: { customExportConditions: ['@model-gateway/source', 'node'] },
} satisfies Config;
