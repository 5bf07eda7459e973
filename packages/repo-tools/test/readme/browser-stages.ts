import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import type { Ask, Performance, Stage } from './stage.ts';

const PLACES = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why hosts in a browser are skipped, if they are. */
export const noChromium =
  executablePath === undefined
    ? 'there is no Chromium here: apt-get install chromium, or set CHROMIUM_PATH'
    : false;

/** The hosts that run in a page, by their names in the table. */
export const BROWSER_STAGES: Readonly<Record<string, Stage>> = {
  'a service worker': async (performance) =>
    askedByPage(performance, {
      '/main.js': `
        await navigator.serviceWorker.register('/worker.js');
        if (navigator.serviceWorker.controller === null) {
          await new Promise((claimed) =>
            navigator.serviceWorker.addEventListener('controllerchange', claimed, { once: true }));
        }
        document.body.dataset.ready = 'yes';`,
      '/worker.js': await bundled(`
        import { fetchGateway } from '${performance.line.from}';
        import { sampleGateway } from '../smoke/sample-gateway.ts';
        addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        const gateway = sampleGateway();
        ${performance.line.code};`),
    }),

  'MSW in a browser, with the mock': async (performance) =>
    askedByPage(performance, {
      '/main.js': await bundled(`
        import { createMockGateway } from '@model-gateway/mock';
        import { mswHandlers } from '${performance.line.from}';
        import { setupWorker } from 'msw/browser';
        ${performance.line.code};
        document.body.dataset.ready = 'yes';`),
      '/mockServiceWorker.js': await readFile(
        createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
        'utf8',
      ),
    }),
};

/** Opens a page that runs `/main.js` of a server that has these scripts and nothing else. */
async function askedByPage(
  { ports, t }: Performance,
  scripts: Readonly<Record<string, string>>,
): Promise<Ask> {
  createServer((req, res) => {
    const script = scripts[req.url ?? ''];
    if (req.url === '/') res.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    else if (script === undefined) res.writeHead(404).end();
    else res.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  }).listen(3000);
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const failed = new Promise<never>((_resolve, reject) => page.once('pageerror', reject));
  await page.goto(await ports.origin());
  await Promise.race([page.waitForSelector('body[data-ready]', { state: 'attached' }), failed]);
  return (path, headers) =>
    page.evaluate(
      async ([target, init]) => {
        const response = await fetch(target, init);
        return { status: response.status, text: await response.text() };
      },
      [path, { headers }] as const,
    );
}

const PAGE = '<!doctype html><title>A host</title><script type="module" src="/main.js"></script>';

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    conditions: ['@model-gateway/source'],
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
}
