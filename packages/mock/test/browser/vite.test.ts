// System: opens pages of dev servers in a browser; vite-7.test.ts and vite-8.test.ts are short.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { createMockGateway, createVirtualClock } from '@model-gateway/mock';
import { modelGateway, type ModelGatewayPluginOptions } from '@model-gateway/mock/vite';
import { setImmediate } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import * as vite8 from 'vite';
import * as vite7 from 'vite7';
import { launchChromium, noChromium } from './chromium.ts';
import { seenOn } from './page.ts';
import { PAGE, PAGE_SCRIPT, TALK, TALK_SCRIPT } from './page-script.ts';

const API_KEY = 'mg-v1-test';

const LIST_SCRIPT = `
const response = await fetch('/v1/models?output_modalities=all', {
  headers: { authorization: 'Bearer ${API_KEY}' },
});
document.body.dataset.total = (await response.json()).total_count;
`;

for (const [version, vite] of [
  ['Vite 8', vite8],
  // Its types differ in parts that the tests do not touch; that they run is the proof.
  ['Vite 7', vite7 as unknown as typeof vite8],
] as const) {
  describe(`a page on the dev server of ${version}`, { skip: noChromium }, () => {
    let browser: Browser;
    before(async () => (browser = await launchChromium()));
    after(() => browser.close());

    /** Serves a page with this script, and opens it. */
    async function open(t: TestContext, site: Site): Promise<Opened> {
      const root = await mkdtemp(path.join(tmpdir(), 'model-gateway-vite-'));
      const files = { 'index.html': PAGE, 'main.js': site.script, ...site.files };
      for (const [name, text] of Object.entries(files))
        await writeFile(path.join(root, name), text);
      const page = await browser.newPage();
      const server = await vite.createServer({
        root,
        base: site.base ?? '/',
        configFile: false,
        logLevel: 'silent',
        optimizeDeps: { noDiscovery: true },
        server: { port: 0, host: '127.0.0.1' },
        plugins: [modelGateway({ apiKey: API_KEY, ...site.options })],
      });
      // In this order: a watcher that sees its files go stays open.
      t.after(async () => {
        await page.close();
        await server.close();
        await rm(root, { recursive: true });
      });
      await server.listen();
      // Nor does it notice what is written, or that it should end, before it has seen everything.
      const areWatched = () =>
        Object.keys(files).every((name) => server.watcher.getWatched()[root]?.includes(name));
      while (!areWatched()) await setImmediate();
      await page.goto(server.resolvedUrls!.local[0]!);
      return { page, writeCatalog: (text) => writeFile(path.join(root, CATALOG), text) };
    }

    it('lists models and streams an image', async (t) => {
      const { page } = await open(t, {
        base: '/shop/',
        script: `${PAGE_SCRIPT}\nawait showGateway(import.meta.env.BASE_URL + 'v1', '${API_KEY}');`,
      });
      const { models, types, width } = await seenOn(page);
      assert.equal(models.length, 5);
      assert.equal(types.at(-1), 'image_generation.completed');
      assert.ok(types.includes('image_generation.partial_image'));
      assert.equal(width, 1024);
    });

    it('streams a conversation of a file, piece by piece', async (t) => {
      const clock = createVirtualClock({ mode: 'frozen' });
      const { page } = await open(t, {
        script: `${TALK_SCRIPT}\nawait showPoem('/v1', '${API_KEY}');`,
        options: { fixtures: 'poem.gw.yaml', clock },
        files: { 'poem.gw.yaml': TALK },
      });
      for (const poem of ['Roses', 'Roses are ', 'Roses are red']) {
        await page.waitForSelector(`body[data-poem="${poem}"]`, { state: 'attached' });
        await clock.advance(50);
      }
      await page.waitForSelector('body[data-end]', { state: 'attached' });
    });

    it('reloads when the catalog changes, and shows where it is broken', async (t) => {
      const { page, writeCatalog } = await open(t, {
        script: LIST_SCRIPT,
        options: { catalog: CATALOG },
        files: { [CATALOG]: await catalogText(3) },
      });
      await showsTotal(page, 3);

      await writeCatalog(await catalogText(2));
      await showsTotal(page, 2);

      await writeCatalog('{\n  "data": [,]\n}');
      const overlay = page.locator('vite-error-overlay');
      await overlay.locator('.message').waitFor();
      assert.match(
        await overlay.locator('.message').innerText(),
        /catalog\.json:2:12 not valid JSON/,
      );
      assert.match(await overlay.locator('.file').first().innerText(), /catalog\.json:2:12/);

      await writeCatalog(await catalogText(1));
      await showsTotal(page, 1);
      assert.equal(await overlay.count(), 0);
    });
  });
}

async function showsTotal(page: Page, total: number): Promise<void> {
  await page.waitForSelector(`body[data-total="${total}"]`, { state: 'attached' });
}

interface Site {
  readonly script: string;
  readonly base?: string;
  readonly options?: ModelGatewayPluginOptions;
  readonly files?: Readonly<Record<string, string>>;
}

interface Opened {
  readonly page: Page;
  readonly writeCatalog: (text: string) => Promise<void>;
}

const CATALOG = 'catalog.json';

async function catalogText(models: number): Promise<string> {
  const world = await createMockGateway().ready();
  return JSON.stringify({ data: world.models.slice(0, models).map(({ model }) => model) });
}
