import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import express from 'express';
import { setupServer } from 'msw/node';
import { createServer, type UserConfig } from 'vite';
import {
  createApiKey,
  createGateway,
  createMemoryModelStore,
  type Gateway,
  type Provider,
} from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { expressGateway } from '@model-gateway/express';
import { fetchGateway } from '@model-gateway/fetch';
import { createMemorySink } from '@model-gateway/fixtures';
import { loadFixtures } from '@model-gateway/fixtures/node';
import { startMockGateway, startRecorder } from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import { model } from '@model-gateway/worlds';
import {
  AUTHORIZATION,
  expectModels,
  SAMPLE_MODEL,
  sampleStores,
} from '../smoke/sample-gateway.ts';
import { useFreePorts } from './free-ports.ts';
import { passesAsTest, passesAsTests, passesAsTestWith, type Example } from './rehearsal.ts';

/** What the blocks of TypeScript in each guide below docs/ do: all of them. */
export const GUIDE_EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  'docs/recipes/agents.md': [passesAsTests(4)],
  'docs/recipes/rag.md': [passesAsTests(3)],
  'docs/recipes/structured-output.md': [passesAsTests(4)],
  'docs/recipes/retries.md': [passesAsTests(3)],
  'docs/recipes/streaming-ui.md': [passesAsTests(2)],
  'docs/recipes/rate-limits.md': [passesAsTests(2)],

  'docs/gateway/authentication.md': [
    async ({ run }) => {
      const userOfSession = async (cookie?: string) =>
        cookie === 'session=ada' ? { id: 'user_ada', name: 'Ada' } : undefined;
      const names = { createApiKey, createGateway, stores: sampleStores(), userOfSession };
      const { gateway } = await run<{ gateway: Gateway }>({ names, look: ['gateway'] });
      for (const [cookie, status] of [
        ['session=ada', 200],
        ['session=none', 401],
      ] as const) {
        const answer = await fetchGateway(gateway.handle)(
          new Request('https://app.example/v1/models', { headers: { cookie } }),
        );
        assert.equal(answer?.status, status);
      }
    },
    async ({ run, t }) => {
      const signIn = (req: { user?: object }, _res: unknown, next: () => void) => {
        req.user = { id: 'user_ada', name: 'Ada' };
        next();
      };
      const names = {
        createApiKey,
        createGateway,
        express,
        expressGateway,
        signIn,
        stores: sampleStores(),
      };
      const { app } = await run<{ app: RequestListener }>({ names, look: ['app'] });
      const server = createHttpServer(app).listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      // A server that listens on TCP has an address of this form.
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/v1/models`);
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    },
  ],

  'docs/gateway/own-operations.md': [
    async ({ run }) => {
      const { gateway } = await run<{ gateway: Gateway }>({
        names: {
          stores: sampleStores(),
          async *piecesOf() {
            yield { data: '{"delta":"Hallo"}' };
          },
          translate: async () => ({ text: 'Hallo', usage: {} }),
        },
        look: ['gateway'],
      });
      const translated = async (more: object) => {
        const answer = await fetchGateway(gateway.handle)(
          new Request('https://app.example/v1/translations', {
            method: 'POST',
            headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
            body: JSON.stringify({ model: SAMPLE_MODEL.id, text: 'Hello', to: 'de', ...more }),
          }),
        );
        return answer?.text();
      };
      assert.equal(await translated({}), '{"text":"Hallo"}');
      assert.match((await translated({ stream: true })) ?? '', /^data: \{"delta":"Hallo"\}$/m);
    },
  ],

  'docs/gateway/providers.md': [
    async ({ run }) => {
      const { parrot } = await run<{ parrot: Provider }>({ look: ['parrot'] });
      const { keys } = sampleStores();
      const models = createMemoryModelStore([model({ id: 'acme/parrot' })]);
      const answer = fetchGateway(
        createGateway({ providers: [parrot], stores: { keys, models } }).handle,
      );
      const ask = async (stream: boolean) => {
        const response = await answer(
          new Request('https://app.example/v1/chat/completions', {
            method: 'POST',
            headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
            body: JSON.stringify({
              model: 'acme/parrot',
              messages: [{ role: 'user', content: 'Pretty Polly' }],
              stream,
            }),
          }),
        );
        return (await response?.text()) ?? '';
      };
      assert.match(await ask(false), /"content":"Pretty Polly"/);
      assert.match(await ask(true), /"content":"Pretty ".*"content":"Polly".*\[DONE\]/s);
    },
  ],

  'docs/gateway/watching-requests.md': [
    async ({ run }) => {
      const logged: unknown[][] = [];
      const console = { log: (...line: unknown[]) => logged.push(line) };
      const names = { createGateway, stores: sampleStores(), console };
      const { gateway } = await run<{ gateway: Gateway }>({ names, look: ['gateway'] });
      const headers = { authorization: AUTHORIZATION };
      const answer = await fetchGateway(gateway.handle)(
        new Request('https://app.example/v1/models', { headers }),
      );
      await answer?.text();
      assert.deepEqual(
        logged.map((line) => line.slice(0, 2)),
        [['listModels', 200]],
      );
    },
    async ({ run, t }) => {
      const servers = useFreePorts(t);
      const lines: unknown[] = [];
      const logger = {
        isLevelEnabled: () => true,
        child: () => logger,
        info: (line: unknown) => void lines.push(line),
        warn() {},
      };
      const { gateway } = await run<{ gateway: Gateway }>({
        names: { stores: sampleStores(), providers: [] },
        modules: { pino: { pino: () => logger } },
        look: ['gateway'],
      });
      const answer = await fetchGateway(gateway.handle)(
        new Request('https://app.example/v1/models', { headers: { authorization: AUTHORIZATION } }),
      );
      await answer?.text();
      const scraped = await fetch(`${await servers.origin()}/metrics`);
      assert.match(await scraped.text(), /^gateway_requests_total\{route="\/models",.*\} 1$/m);
      assert.equal(lines.length, 1);
    },
  ],

  'docs/mock/chat.md': [
    passesAsTest,
    async ({ run }) => {
      await using gateway = await startMockGateway({ world: 'tiny' });
      await run({ names: { gateway } });
    },
    async ({ run }) => {
      await using gateway = await startMockGateway({ world: 'tiny' });
      await run({ names: { t: gateway.tenant() } });
    },
  ],
  'docs/mock/inspector.md': [
    async ({ run }) => {
      await using gateway = await startMockGateway({ world: 'tiny' });
      await run({ names: { gateway } });
      const said = await fetch(`${gateway.baseURL}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'acme/quill-1',
          messages: [{ role: 'user', content: 'the weather in Oslo' }],
          tools: [{ type: 'function', function: { name: 'weather' } }],
        }),
      });
      assert.match(await said.text(), /tool_calls.*"weather"/);
    },
  ],
  'docs/mock/own-operations.md': [passesAsTest],
  'docs/mock/tenants.md': [passesAsTest],
  'docs/mock/builders-and-worlds.md': [passesAsTest],
  'docs/mock/faults.md': [passesAsTest, passesAsTest, passesAsTest],
  'docs/mock/streams.md': [passesAsTest, passesAsTest, passesAsTest],
  'docs/mock/time.md': [passesAsTest, async ({ run }) => void (await run())],
  'docs/mock/assertions.md': [passesAsTest, passesAsTest, passesAsTest],
  'docs/mock/test-runners.md': [passesAsTest, async ({ run }) => void (await run())],
  'docs/mock/fixtures.md': [passesAsTest],

  'docs/mock/front-ends.md': [
    async ({ run, ports, t }) => {
      const { default: config } = await run<{ default: UserConfig }>();
      const root = await temporaryFolder(t);
      const server = await createServer({
        ...config,
        root,
        configFile: false,
        logLevel: 'silent',
        server: { watch: null },
      });
      t.after(() => server.close());
      await server.listen();
      const headers = { authorization: 'Bearer mg-v1-development' };
      const response = await fetch(`${await ports.origin()}/v1/models`, { headers });
      expectModels(response.status, await response.text());
    },
    async ({ run, t }) => {
      const { gateway } = await run<{ gateway: { apiKey: string } }>({
        modules: {
          'msw/node': {
            setupServer(...handlers: Parameters<typeof setupServer>) {
              const server = setupServer(...handlers);
              t.after(() => server.close());
              return server;
            },
          },
        },
        look: ['gateway'],
      });
      const headers = { authorization: `Bearer ${gateway.apiKey}` };
      const response = await fetch('https://app.example/v1/models', { headers });
      expectModels(response.status, await response.text());
    },
  ],

  'docs/mock/control-over-http.md': [
    async (rehearsal) => {
      await using gateway = await startMockGateway({ world: 'tiny' });
      const connect = () => connectMockGateway(gateway.url);
      const modules = { '@model-gateway/mock/control': { connectMockGateway: connect } };
      await passesAsTestWith({}, modules)(rehearsal);
    },
  ],

  'docs/fixtures/record.md': [
    async ({ run, t }) => {
      await using upstream = await startMockGateway({ world: 'tiny' });
      const out = await temporaryFolder(t);
      const startHere = () => startRecorder({ upstream: upstream.baseURL, out, force: true });
      await run({
        names: { apiKey: upstream.apiKey },
        modules: { '@model-gateway/mock': { startRecorder: startHere } },
      });
      assert.equal((await loadFixtures(out)).exchanges.length, 1);
    },
    async ({ run }) => {
      const { handle } = await run<{ handle: GatewayHandler }>({
        names: { apiKey: 'sk-acme' },
        modules: {
          '@model-gateway/fixtures/node': {
            // What the fixtures answer does not get here.
            createUpstream: () => async () => assert.fail('asked the upstream'),
            createFileSink: async () => createMemorySink(),
            loadFixtures: async () => loadFixtures('fixtures/worked'),
          },
        },
        look: ['handle'],
      });
      const query = 'sort=pricing-low-to-high&limit=2&supported_parameters=tools';
      const answer = await fetchGateway(handle)(
        new Request(`https://app.example/v1/models?${query}`),
      );
      assert.equal(answer?.status, 200);
    },
  ],
};

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-docs-'));
  // Vite writes its cache until a moment after it is closed.
  t.after(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}
