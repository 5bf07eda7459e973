import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { modelGateway } from '@model-gateway/mock/vite';
import { createServer } from 'vite';
import { launchChromium, noChromium } from './chromium.ts';
import { seenOn } from './page.ts';
import { PAGE, PAGE_SCRIPT } from './page-script.ts';

const API_KEY = 'mg-v1-test';

describe('a page on the Vite dev server', { skip: noChromium }, () => {
  it('lists models and streams an image', async (t) => {
    const root = await mkdtemp(path.join(tmpdir(), 'model-gateway-vite-'));
    t.after(() => rm(root, { recursive: true }));
    await writeFile(path.join(root, 'index.html'), PAGE);
    await writeFile(
      path.join(root, 'main.js'),
      `${PAGE_SCRIPT}\nawait showGateway(import.meta.env.BASE_URL + 'v1', '${API_KEY}');`,
    );
    const server = await createServer({
      root,
      base: '/shop/',
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1' },
      plugins: [modelGateway({ apiKey: API_KEY })],
    });
    t.after(() => server.close());
    await server.listen();

    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls!.local[0]!);
    const { models, types, width } = await seenOn(page);
    assert.equal(models.length, 5);
    assert.equal(types.at(-1), 'image_generation.completed');
    assert.ok(types.includes('image_generation.partial_image'));
    assert.equal(width, 1024);
  });
});
