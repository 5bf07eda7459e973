import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { build, createServer, type InlineConfig } from 'vite';
import { API_KEY } from './src/settings.ts';
import config from './vite.config.ts';

const inline: InlineConfig = {
  ...config,
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'silent',
};

describe('the Vite example', () => {
  it('serves the page and the gateway on one port', async (t) => {
    const server = await createServer({ ...inline, server: { port: 0, host: '127.0.0.1' } });
    t.after(() => server.close());
    await server.listen();
    const url = server.resolvedUrls?.local[0] ?? '';
    assert.match(await (await fetch(url)).text(), /<h1>Atelier<\/h1>/);
    assert.match(await (await fetch(`${url}src/main.ts`)).text(), /startModelPicker/);

    const headers = { authorization: `Bearer ${API_KEY}` };
    const response = await fetch(`${url}v1/models?output_modalities=image`, { headers });
    const { data } = await response.json();
    assert.ok(data.some(({ id }: { id: string }) => id === 'acme/paint-1'));
  });

  it('builds without the gateway in it', async (t) => {
    const outDir = await mkdtemp(path.join(tmpdir(), 'model-gateway-example-'));
    t.after(() => rm(outDir, { recursive: true }));
    await build({ ...inline, build: { outDir, emptyOutDir: true } });
    const files = await readdir(path.join(outDir, 'assets'));
    assert.deepEqual(files.map((file) => path.extname(file)).sort(), ['.css', '.js']);
  });
});
