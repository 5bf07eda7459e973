import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { modelGateway, type ModelGatewayPluginOptions } from '@model-gateway/mock/vite';
import type { ViteModule } from './vite-cases.ts';

const headers = { authorization: 'Bearer mg-v1-test' };

const page = (total: number) => `gw: 1
exchanges:
  - id: page
    match: { op: listModels, query: { limit: 5 } }
    respond: { status: 200, json: { data: [], total_count: ${total}, links: { next: null } } }
`;

/** Describes the tests of fixtures for every version of Vite. */
export function describeViteFixtures(version: string, vite: ViteModule): void {
  describe(`modelGateway with fixtures in ${version}`, () => {
    let root: string;
    const write = (text: string) => writeFile(path.join(root, 'fixtures/a.gw.yaml'), text);

    beforeEach(async () => {
      root = await mkdtemp(path.join(tmpdir(), 'model-gateway-vite-'));
      await mkdir(path.join(root, 'fixtures'));
      await writeFile(path.join(root, 'index.html'), '<h1>the app</h1>');
      await write(page(1));
    });
    afterEach(() => rm(root, { recursive: true }));

    async function start(
      t: TestContext,
      options: ModelGatewayPluginOptions = {},
      { watch }: { watch?: null } = {},
    ) {
      const logger = vite.createLogger('silent');
      let text = '';
      let look = () => {};
      for (const level of ['info', 'warn', 'error'] as const) {
        logger[level] = (message) => {
          text += `${message}\n`;
          look();
        };
      }
      const fixtures = 'fixtures/**/*.gw.yaml';
      const server = await vite.createServer({
        root,
        configFile: false,
        customLogger: logger,
        appType: 'spa',
        optimizeDeps: { noDiscovery: true },
        server: { port: 0, host: '127.0.0.1', ...(watch === null && { watch }) },
        plugins: [modelGateway({ apiKey: 'mg-v1-test', fixtures, ...options })],
      });
      t.after(() => server.close());
      await server.listen();
      // A change before that would go unseen, and a server closed before would stay open.
      const isWatched = () =>
        server.watcher.getWatched()[path.join(root, 'fixtures')]?.includes('a.gw.yaml');
      while (isWatched() !== true) await setImmediate();
      const { origin } = new URL(server.resolvedUrls!.local[0]!);
      const get = (url: string) => fetch(`${origin}/v1${url}`, { headers });
      /** Resolves once it was printed. */
      const saw = (part: string) =>
        new Promise<void>((resolve) => {
          look = () => void (text.includes(part) && resolve());
          look();
        });
      const totalOf = async (url: string) => (await (await get(url)).json()).total_count;
      return { server, get, saw, totalOf, text: () => text };
    }

    it('answers with them, refuses the rest, and says both on the terminal', async (t) => {
      const { server, get, saw, totalOf, text } = await start(t);
      server.printUrls();
      assert.ok(text().includes('Fixtures: 1 exchange in 1 file, replay\n'));
      assert.equal(await totalOf('/models?limit=5'), 1);
      const refused = await get('/models?limit=6');
      assert.equal(refused.status, 424);
      await saw('[model-gateway] No fixture answers this listModels; the nearest is page');
    });

    it('leaves other requests to the mock in replay-or-mock, and names the nearest fixture', async (t) => {
      const { totalOf, text } = await start(t, { mode: 'replay-or-mock' });
      assert.equal(await totalOf('/models?limit=5'), 1);
      assert.ok((await totalOf('/models?limit=6')) > 100);
      // No fixture is of this operation.
      await totalOf('/organization/members');
      assert.match(text(), /No fixture answers this listModels; the nearest is page /);
      assert.doesNotMatch(text(), /listMembers/);
    });

    it('shows where they are invalid, keeps the old ones, and recovers', async (t) => {
      const { server, saw, totalOf } = await start(t);
      const sent: unknown[] = [];
      t.mock.method(server.ws, 'send', (message: unknown) => void sent.push(message));

      await write(page(2).replace('limit', 'limt'));
      await saw('GW2010 listModels has no query parameter "limt"; did you mean "limit"?');
      const file = path.join(root, 'fixtures/a.gw.yaml');
      assert.partialDeepStrictEqual(sent.at(-1), {
        type: 'error',
        err: { plugin: 'model-gateway', id: file, loc: { file, line: 4, column: 39 } },
      });
      assert.equal(await totalOf('/models?limit=5'), 1);

      await write(page(3));
      await saw('[model-gateway] 1 exchange in 1 file, replay');
      assert.deepEqual(sent.at(-1), { type: 'full-reload' });
      assert.equal(await totalOf('/models?limit=5'), 3);
    });

    it('plays conversations, and those of a changed file', async (t) => {
      const talk = (said: string) =>
        `gw: 1\nconversations: [{ id: a, turns: [{ user: hi }, { say: ${said} }] }]\n`;
      await write(talk('one'));
      const { server, saw } = await start(t);
      const { origin } = new URL(server.resolvedUrls!.local[0]!);
      const ask = async () => {
        const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'hi' }] });
        const response = await fetch(`${origin}/v1/chat/completions`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
        return (await response.json()).choices[0].message.content;
      };
      assert.equal(await ask(), 'one');
      await write(talk('two'));
      await saw('[model-gateway] 0 exchanges and 1 conversation in 1 file, replay');
      assert.equal(await ask(), 'two');
    });

    it('answers on the preview server, too', async (t) => {
      const server = await vite.preview({
        root,
        configFile: false,
        logLevel: 'silent',
        build: { outDir: '.' },
        preview: { port: 0, host: '127.0.0.1' },
        plugins: [modelGateway({ fixtures: 'fixtures' })],
      });
      t.after(() => server.close());
      const { origin } = new URL(server.resolvedUrls!.local[0]!);
      const response = await fetch(`${origin}/v1/models?limit=5`);
      assert.equal((await response.json()).total_count, 1);
    });

    it('does not start with invalid or missing fixtures', async (t) => {
      await write('gw: 2');
      // Vite leaves its watcher open when a plugin throws, and the process would stay for it.
      const unwatched = { watch: null };
      await assert.rejects(start(t, {}, unwatched), /a\.gw\.yaml:1:5 GW2004/);
      await assert.rejects(start(t, { fixtures: 'nowhere' }, unwatched), /GW2018/);
    });
  });
}
