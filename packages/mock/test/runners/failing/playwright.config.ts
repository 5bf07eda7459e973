import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: 'playwright.spec.ts',
  outputDir: '../../../node_modules/.playwright',
});
