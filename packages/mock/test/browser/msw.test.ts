// System, with others: drives pages in a browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { before, describe, it, type TestContext } from 'node:test';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { seenOn } from './page.ts';
import { PAGE, PAGE_SCRIPT, TALK, TALK_SCRIPT } from './page-script.ts';
import { sharedBrowser } from './shared-browser.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

// By its path: for pages the package of the mock leaves fixtures out, and this file is in it.
const TALKING = `
import { parseFixtures } from '../../../fixtures/src/index.ts';
import { conversationRules, createMockGateway } from '@model-gateway/mock';
import { mswHandlers } from '@model-gateway/mock/msw';
import { setupWorker } from 'msw/browser';
${TALK_SCRIPT}
const fixtures = parseFixtures([{ file: 'poem.gw.yaml', text: ${JSON.stringify(TALK)} }]);
const gateway = createMockGateway({ clock: 'frozen', rules: conversationRules(fixtures) });
await setupWorker(...mswHandlers(gateway, { baseURL: '/v1' })).start({ quiet: true });
// A worker that collects pieces would never see the second.
await showPoem('/v1', gateway.apiKey, () => gateway.clock.advance(50));
`;

const SCRIPT = `
import { createMockGateway } from '@model-gateway/mock';
import { mswHandlers } from '@model-gateway/mock/msw';
import { setupWorker } from 'msw/browser';
${PAGE_SCRIPT}
const gateway = createMockGateway();
await setupWorker(...mswHandlers(gateway, { baseURL: '/v1' })).start({ quiet: true });
await showGateway('/v1', gateway.apiKey);
`;

describe('mswHandlers in a service worker', { skip: noChromium }, () => {
  let browser: Browser;
  before(async () => (browser = await sharedBrowser()));

  for (const msw of ['msw', 'msw2']) {
    it(`lists models and streams an image through ${msw}`, async (t) => {
      const page = await browser.newPage();
      await page.goto(await serve(t, msw, SCRIPT));
      const { models, types, width } = await seenOn(page);
      assert.equal(models.length, 5);
      assert.equal(types.at(-1), 'image_generation.completed');
      assert.ok(types.includes('image_generation.partial_image'));
      assert.equal(width, 1024);
      await page.close();
    });

    it(`streams a conversation of a file through ${msw}, piece by piece`, async (t) => {
      const page = await browser.newPage();
      await page.goto(await serve(t, msw, TALKING));
      await page.waitForSelector('body[data-end][data-poem="Roses are red"]', {
        state: 'attached',
      });
      await page.close();
    });
  }
});

/** A server of files only: what answers under /v1 is the service worker. */
async function serve(t: TestContext, msw: string, contents: string): Promise<string> {
  const resolve = createRequire(import.meta.url).resolve;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: HERE },
    // An alias is resolved from here, too.
    absWorkingDir: HERE,
    bundle: true,
    format: 'esm',
    write: false,
    alias: { msw },
    conditions: ['@model-gateway/source'],
    logLevel: 'silent',
  });
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/': ['text/html', PAGE],
    '/main.js': ['text/javascript', outputFiles[0]!.text],
    '/mockServiceWorker.js': [
      'text/javascript',
      await readFile(resolve(`${msw}/mockServiceWorker.js`), 'utf8'),
    ],
  };
  const server = createServer((req, res) => {
    const [type, text] = files[req.url ?? ''] ?? [];
    if (type === undefined) res.writeHead(404).end();
    else res.writeHead(200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  // Listening on a TCP port, so the address is one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
