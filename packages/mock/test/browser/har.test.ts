// System, with others: records archives in a browser; import-har.test.ts and export-har.test.ts of fixtures are short.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { before, describe, it, type TestContext } from 'node:test';
import {
  createMemoryAssets,
  createMemorySink,
  exportHar,
  importHar,
  parseFixtures,
  recordingMeta,
  createReplay,
  writeFixtureFile,
  type FixtureSet,
} from '@model-gateway/fixtures';
import { modelGateway } from '@model-gateway/mock/vite';
import type { Browser } from 'playwright-core';
import { createServer } from 'vite';
import { noChromium } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/vite-front-end', import.meta.url));
/** As the example's settings have it. */
const API_KEY = 'mg-v1-example';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-har-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Records an archive in the browser while the example is used. */
async function archiveOfExample(browser: Browser, t: TestContext): Promise<Archive> {
  const server = await createServer({
    root: EXAMPLE,
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [modelGateway({ mount: '/v1', apiKey: API_KEY })],
  });
  t.after(() => server.close());
  await server.listen();
  const url = server.resolvedUrls!.local[0]!;
  const folder = await temporaryFolder(t);
  for (let session = 1; session <= MOST_SESSIONS; session++) {
    const archive = await archiveOfSession(browser, url, path.join(folder, `${session}.har`));
    if (archive.log.entries.every(({ response }) => response._failureText === undefined)) {
      return archive;
    }
  }
  throw new Error(`Chromium archived none of ${MOST_SESSIONS} sessions completely`);
}

/**
 * Of a stream with `cache-control: no-store`, ours or any, Chromium says every other time that it was
 * aborted although the page has read all of it, and then archives nothing of it.
 */
const MOST_SESSIONS = 10;

async function archiveOfSession(browser: Browser, url: string, file: string): Promise<Archive> {
  const context = await browser.newContext({ recordHar: { path: file, content: 'embed' } });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('.cards > *').first().waitFor();
  await page.getByRole('link', { name: 'Images' }).click();
  await page.getByRole('button', { name: 'Paint' }).click();
  await page.getByText(/^Done/).waitFor();
  await context.close();
  // Playwright writes it in this form.
  return JSON.parse(await readFile(file, 'utf8')) as Archive;
}

async function toFixtures(har: unknown): Promise<{ fixtures: FixtureSet; text: string }> {
  const sink = createMemorySink();
  const { exchanges } = await importHar(har);
  for (const exchange of exchanges) await sink.add(exchange);
  const text = writeFixtureFile(sink.file(recordingMeta({ now: 0, source: 'imported' })));
  const assets = createMemoryAssets(Object.fromEntries(sink.assets));
  return { fixtures: parseFixtures([{ file: 'har.gw.yaml', text }], { assets }), text };
}

interface Archive {
  readonly log: { readonly entries: readonly Archived[] };
}

interface Archived {
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly postData?: { text: string };
  };
  readonly response: {
    readonly content: { readonly text: string };
    /** Of a request that did not come to its end. */
    readonly _failureText?: string;
  };
}

describe('HTTP archives', { skip: noChromium }, () => {
  let browser: Browser;
  before(async () => (browser = await sharedBrowser()));

  it('of the example in Chromium are imported, and replay', async (t) => {
    const har = await archiveOfExample(browser, t);
    const { fixtures, text } = await toFixtures(har);
    assert.doesNotMatch(text, /lighthouse at dusk|mg-v1-/);
    const player = createReplay(fixtures, { speed: Infinity });
    const { entries } = har.log;
    const asked = entries.filter(({ request }) => request.url.includes('/v1/'));
    assert.deepEqual([...new Set(asked.map(({ request }) => request.method))].sort(), [
      'GET',
      'POST',
    ]);
    for (const { request, response } of asked) {
      const { pathname, search } = new URL(request.url);
      const body = request.postData?.text;
      const answer = await player.handle({
        method: request.method,
        path: pathname.replace('/v1', ''),
        search,
        mount: '/v1',
        headers: {},
        body:
          body === undefined
            ? { kind: 'none' }
            : { kind: 'bytes', read: async () => new TextEncoder().encode(body) },
      });
      assert.ok(answer);
      const chunks: Uint8Array[] = [];
      if (answer.body.kind === 'stream')
        for await (const chunk of answer.body.chunks) chunks.push(chunk);
      const replayed =
        answer.body.kind === 'json'
          ? JSON.stringify(answer.body.value)
          : Buffer.concat(chunks).toString();
      assert.equal(replayed, response.content.text);
    }
  });

  it('that are exported open in routeFromHAR', async (t) => {
    const { fixtures } = await toFixtures(await archiveOfExample(browser, t));
    const baseURL = 'http://gateway.test/v1';
    const { har } = await exportHar(fixtures, { baseURL });
    const file = path.join(await temporaryFolder(t), 'export.har');
    await writeFile(file, JSON.stringify(har));
    const { entries } = (har as { log: { entries: Archived[] } }).log;

    assert.ok(entries.length >= 2);

    const page = await browser.newPage();
    t.after(() => page.close());
    await page.routeFromHAR(file, { notFound: 'abort' });
    for (const { request, response } of entries) {
      const heard = await page.evaluate(
        async ({ url, method }) => {
          const headers = { 'content-type': 'application/json' };
          const body = method === 'POST' ? '{"prompt":"anything"}' : null;
          return (await fetch(url, { method, headers, body })).text();
        },
        { url: request.url, method: request.method },
      );
      assert.equal(heard, response.content.text);
    }
  });
});
