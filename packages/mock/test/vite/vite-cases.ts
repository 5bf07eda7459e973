import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createMockGateway } from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import { modelGateway, type ModelGatewayPluginOptions } from '@model-gateway/mock/vite';
import type { createLogger, createServer, InlineConfig, preview } from 'vite';

/** What the cases use of Vite, so that another version can take its place. */
export interface ViteModule {
  readonly createServer: typeof createServer;
  readonly preview: typeof preview;
  readonly createLogger: typeof createLogger;
}

const API_KEY = 'mg-v1-test';
const ANY_PORT = { port: 0, host: '127.0.0.1' };
const headers = { authorization: `Bearer ${API_KEY}` };

/** Describes the tests for every version of Vite. */
export function describeVitePlugin(version: string, vite: ViteModule): void {
  describe(`modelGateway in ${version}`, () => {
    let root: string;
    beforeEach(async () => {
      root = await mkdtemp(path.join(tmpdir(), 'model-gateway-vite-'));
      await writeFile(path.join(root, 'index.html'), '<h1>the app</h1>');
    });
    afterEach(() => rm(root, { recursive: true }));

    /** Without a watcher, which Vite leaves open when a plugin throws. */
    async function start(t: TestContext, options?: ModelGatewayPluginOptions, base?: string) {
      return serve(t, options, { ...(base && { base }), server: { ...ANY_PORT, watch: null } });
    }

    async function startWatching(t: TestContext, options: ModelGatewayPluginOptions) {
      const started = await serve(t, options, { server: ANY_PORT });
      const watched = () => started.server.watcher.getWatched()[root];
      // A change before that would go unseen, and a server closed before would stay open.
      while (!watched()?.includes('index.html') || !watched()?.includes('catalog.json')) {
        await setImmediate();
      }
      return started;
    }

    async function serve(t: TestContext, options = {}, config: InlineConfig = {}) {
      const log = collector();
      const server = await vite.createServer({
        root,
        configFile: false,
        customLogger: log.logger,
        appType: 'spa',
        optimizeDeps: { noDiscovery: true },
        plugins: [modelGateway({ apiKey: API_KEY, ...options })],
        ...config,
      });
      t.after(() => server.close());
      await server.listen();
      const { origin } = new URL(server.resolvedUrls!.local[0]!);
      return { server, origin, log };
    }

    const countOf = async (url: string) =>
      (await (await fetch(`${url}?output_modalities=all`, { headers })).json()).total_count;

    it('answers on the dev server’s own port', async (t) => {
      const { origin } = await start(t);
      assert.equal(await countOf(`${origin}/v1/models`), 400);
      assert.match(await (await fetch(`${origin}/`)).text(), /the app/);
    });

    it('answers behind the base and without it', async (t) => {
      const { origin } = await start(t, { mount: '/api/v1' }, '/shop/');
      assert.equal(await countOf(`${origin}/api/v1/models`), 400);
      const response = await fetch(`${origin}/shop/api/v1/models?limit=1`, { headers });
      const { links } = await response.json();
      assert.equal(links.next, '/shop/api/v1/models?offset=1&limit=1');
    });

    it('answers 404 and not the index page to an unknown operation', async (t) => {
      const { origin } = await start(t);
      const response = await fetch(`${origin}/v1/modles`, { headers: { accept: 'text/html' } });
      assert.equal(response.status, 404);
      assert.match(
        (await response.json()).error.message,
        /GET \/v1\/modles is not an operation .*; did you mean "GET \/v1\/models"\?/,
      );
      assert.equal((await fetch(`${origin}/about`, { headers: { accept: '*/*' } })).status, 200);
    });

    it('prints its URL and its key', async (t) => {
      const { server, origin, log } = await start(t);
      server.printUrls();
      assert.ok(log.text().includes(`Gateway: ${origin}/v1\n`));
      assert.ok(log.text().includes(`Key:     ${API_KEY}\n`));
    });

    it('answers on the preview server, and prints its URL there too', async (t) => {
      const log = collector();
      const server = await vite.preview({
        root,
        configFile: false,
        customLogger: log.logger,
        build: { outDir: '.' },
        preview: { port: 0, host: '127.0.0.1' },
        plugins: [modelGateway({ apiKey: API_KEY })],
      });
      t.after(() => server.close());
      const { origin } = new URL(server.resolvedUrls!.local[0]!);
      assert.equal(await countOf(`${origin}/v1/models`), 400);
      assert.equal((await fetch(`${origin}/v1/modles`)).status, 404);
      server.printUrls();
      assert.ok(log.text().includes(`Gateway: ${origin}/v1\n`));
    });

    it('is controlled over HTTP when that is switched on', async (t) => {
      const token = 'a-token-for-tests';
      const control = { token };
      const { origin, log, server } = await start(t, { mount: '/api/v1', control }, '/shop/');
      server.printUrls();
      assert.ok(log.text().includes(`Control: ${token}`));
      const inspector = /Inspector: (\S+)/.exec(log.text())?.[1];
      assert.equal(inspector, `${origin}/__gateway#token=${token}`);
      const page = await fetch(inspector, { headers: { accept: 'text/html' } });
      assert.match(await page.text(), /<title>Inspector/);
      await assert.rejects(connectMockGateway(origin), /control token is missing/);
      const gateway = await connectMockGateway(origin, { token });
      const tenant = await gateway.tenant({ world: 'empty' });
      assert.equal(tenant.baseURL, `${origin}/shop/api/v1`);
      const own = { authorization: `Bearer ${tenant.apiKey}` };
      const response = await fetch(`${tenant.baseURL}/models`, { headers: own });
      assert.equal((await response.json()).total_count, 0);
      const anyKey = await fetch(`${tenant.anyKeyURL}/models`, { headers });
      assert.equal((await anyKey.json()).total_count, 0);
    });

    it('closes while a stream is open', async (t) => {
      const { server, origin } = await start(t);
      const response = await fetch(`${origin}/v1/images`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'acme/paint-1', prompt: 'a red panda', stream: true }),
      });
      await server.close();
      await assert.rejects(response.text());
    });

    describe('with a catalog file', () => {
      const write = (text: string) => writeFile(path.join(root, 'catalog.json'), text);

      it('serves what the file holds now, and keeps everything else', async (t) => {
        await write(await catalogText(3));
        const { origin, log } = await startWatching(t, { catalog: 'catalog.json', credits: 5 });
        assert.equal(await countOf(`${origin}/v1/models`), 3);
        await renameDestination(origin);

        await write(await catalogText(2));
        await log.saw('catalog.json: 2 models');
        assert.equal(await countOf(`${origin}/v1/models`), 2);
        assert.equal((await readDestination(origin)).name, 'renamed');
      });

      it('says where the file is invalid, keeps serving, and recovers', async (t) => {
        await write(await catalogText(3));
        const { server, origin, log } = await startWatching(t, { catalog: 'catalog.json' });
        const sent: unknown[] = [];
        t.mock.method(server.ws, 'send', (message: unknown) => void sent.push(message));

        await write('{\n  "data": [,]\n}');
        const file = path.join(root, 'catalog.json');
        await log.saw(`${file}:2:12 not valid JSON`);
        assert.partialDeepStrictEqual(sent.at(-1), {
          type: 'error',
          err: { plugin: 'model-gateway', loc: { file, line: 2, column: 12 } },
        });
        assert.equal(await countOf(`${origin}/v1/models`), 3);

        await write('{"data":[{"id":"acme/half","outptu":["text"]}]}');
        await log.saw(`${file}:1:28 data[0].outptu: outptu is unknown`);
        assert.equal(await countOf(`${origin}/v1/models`), 3);

        await write(await catalogText(1));
        await log.saw('catalog.json: 1 models');
        assert.deepEqual(sent.at(-1), { type: 'full-reload' });
        assert.equal(await countOf(`${origin}/v1/models`), 1);
      });

      it('does not start without a readable file', async (t) => {
        await assert.rejects(start(t, { catalog: 'catalog.json' }), /catalog\.json: no such file/);
        await write('{"data":[{"id":"acme/half","outptu":["text"]}]}');
        const broken = /catalog\.json:1:28 data\[0\]\.outptu: outptu is unknown/;
        await assert.rejects(start(t, { catalog: 'catalog.json' }), broken);
      });
    });
  });

  function collector() {
    const logger = vite.createLogger('silent');
    let text = '';
    let look = () => {};
    for (const level of ['info', 'warn', 'error'] as const) {
      logger[level] = (message) => {
        text += `${message}\n`;
        look();
      };
    }
    return {
      logger,
      text: () => text,
      /** Resolves once it was printed. */
      saw: (part: string) =>
        new Promise<void>((resolve) => {
          look = () => void (text.includes(part) && resolve());
          look();
        }),
    };
  }
}

const MANAGEMENT_KEY = createMockGateway().managementKey;

async function readDestination(origin: string) {
  const response = await fetch(`${origin}/v1/observability/destinations`, {
    headers: { authorization: `Bearer ${MANAGEMENT_KEY}` },
  });
  const { data } = await response.json();
  return data[0];
}

async function renameDestination(origin: string) {
  const { id } = await readDestination(origin);
  const response = await fetch(`${origin}/v1/observability/destinations/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${MANAGEMENT_KEY}`, 'content-type': 'application/json' },
    body: '{"name":"renamed"}',
  });
  assert.equal(response.status, 200);
}

async function catalogText(models: number): Promise<string> {
  const world = await createMockGateway().ready();
  return JSON.stringify({ data: world.models.slice(0, models).map(({ model }) => model) });
}
