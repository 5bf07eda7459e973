// System: starts Vite.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { build, createServer, type InlineConfig } from 'vite';
import { API_KEY } from './src/settings.ts';
import config from './vite.config.ts';

const inlineConfig = (mode: string): InlineConfig => ({
  ...config({ mode, command: 'serve' }),
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'silent',
});

async function start(t: TestContext, mode: string) {
  const server = await createServer({
    ...inlineConfig(mode),
    server: { port: 0, host: '127.0.0.1' },
  });
  t.after(() => server.close());
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}

describe('the Vite example', () => {
  it('serves the page and the gateway on one port', async (t) => {
    const url = await start(t, 'development');
    assert.match(await (await fetch(url)).text(), /<h1>Atelier<\/h1>/);
    assert.match(await (await fetch(`${url}src/main.ts`)).text(), /startModelPicker/);

    const headers = { authorization: `Bearer ${API_KEY}` };
    const response = await fetch(`${url}v1/models?output_modalities=image`, { headers });
    const { data } = await response.json();
    assert.ok(data.some(({ id }: { id: string }) => id === 'acme/paint-1'));
  });

  it('paints from recorded files, and asks the mock for what is not recorded', async (t) => {
    const url = await start(t, 'fixtures');
    const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
    const request = { model: 'acme/paint-1', prompt: 'a fern', aspect_ratio: '2:3', stream: true };
    const painted = await fetch(`${url}v1/images`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
    });
    assert.match(await painted.text(), /image_generation.completed.*"created":1785585600/);
    const query = 'limit=24&output_modalities=all&sort=most-popular';
    const first = await (await fetch(`${url}v1/models?${query}`, { headers })).json();
    assert.equal(first.data.length, 24);
    const second = await fetch(new URL(first.links.next, url), { headers });
    assert.equal((await second.json()).data.length, 24);
  });

  it('builds without the gateway in it', async (t) => {
    const outDir = await mkdtemp(path.join(tmpdir(), 'model-gateway-example-'));
    t.after(() => rm(outDir, { recursive: true }));
    await build({ ...inlineConfig('production'), build: { outDir, emptyOutDir: true } });
    const files = await readdir(path.join(outDir, 'assets'));
    assert.deepEqual(files.map((file) => path.extname(file)).sort(), ['.css', '.js']);
  });
});
