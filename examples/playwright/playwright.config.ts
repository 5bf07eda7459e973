import { defineConfig } from '@playwright/test';

/** The operating system's; without it Playwright takes the one that it has downloaded. */
export const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: 'node_modules/.playwright',
  use: {
    launchOptions: { executablePath: chromium, args: ['--no-sandbox'] },
    // The page is put in place by the test, so to Chromium it is not from this machine.
    permissions: ['local-network-access'],
  },
});
