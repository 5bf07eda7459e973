import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';

let launched: Promise<Browser> | undefined;

/** Resolves to the browser of all test files in this process: starting one costs more than a test. */
export function sharedBrowser(): Promise<Browser> {
  return (launched ??= launchChromium());
}

after(async () => (await launched)?.close());
