import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { KEY_STORE_CASES } from '@model-gateway/conformance';
import {
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  sniffImage,
  type Gateway,
  type HttpClient,
  type RateLimiter,
} from '@model-gateway/core';
import { encodeResponse, type GatewayResponse } from '@model-gateway/core/http';
import type { ConfigInput } from '@model-gateway/server';
import type { ListedChatProvider, ListedImageProvider } from '@model-gateway/providers';
import { openStores } from '@model-gateway/sql';
import { createGuardedHttpClient, type GuardedHttpClientOptions } from '@model-gateway/egress';
import { fetchGateway } from '@model-gateway/fetch';
import { loadFixtures } from '@model-gateway/fixtures/node';
import { AUTHORIZATION, expectModels, SAMPLE_KEY } from '../smoke/sample-gateway.ts';
import { ROOT } from '../../src/repository.ts';
import { ADAPTER_EXAMPLES } from './adapter-examples.ts';
import { GUIDE_EXAMPLES } from './guide-examples.ts';
import { MOCK_EXAMPLES } from './mock-examples.ts';
import { listsModels, passesAsTest, passesAsTestWith, type Example } from './rehearsal.ts';

/** What the blocks of TypeScript in each document do: in READMEs the first of them or more. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  'README.md': [
    async ({ run, ports }) => {
      await run();
      await listsModels(ports, 'my-key');
      const response = await fetch(`${await ports.origin()}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer my-key', 'content-type': 'application/json' },
        body: '{"model": "demo/echo", "messages": [{"role": "user", "content": "Hi there"}]}',
      });
      assert.match(await response.text(), /"content":"You said: Hi there"/);
    },
    passesAsTest,
  ],

  'packages/core/README.md': [
    async ({ run }) => {
      const { response } = await run<{ response: GatewayResponse }>({ look: ['response'] });
      const { status, parts } = encodeResponse(response);
      expectModels(status, Buffer.concat(parts).toString());
    },
  ],

  ...ADAPTER_EXAMPLES,

  'packages/egress/README.md': [
    async ({ run, ports, t }) => {
      createServer((_req, res) => res.end('a cat')).listen(3000);
      const { port } = new URL(await ports.origin());
      const printed: unknown[][] = [];
      const allowed: GuardedHttpClientOptions = {
        lookup: async () => ['127.0.0.1'],
        allow: ({ port: asked }) => asked === Number(port),
      };
      await run({
        names: {
          imageUrl: `http://cats.example:${port}/cat.png`,
          console: { log: (...line: unknown[]) => printed.push(line) },
        },
        modules: {
          '@model-gateway/egress': {
            createGuardedHttpClient() {
              const client = createGuardedHttpClient(allowed);
              t.after(() => client.close());
              return client;
            },
          },
        },
      });
      assert.deepEqual(printed, [[200, 5]]);
    },
  ],

  'packages/providers/README.md': [
    async ({ run }) => {
      const { acme, claude, ready } = await run<
        Record<'acme' | 'ready', ListedImageProvider> & { claude: ListedChatProvider }
      >({
        names: { process: { env: { ACME_KEY: 'a', ANTHROPIC_API_KEY: 'b', OPENAI_API_KEY: 'c' } } },
        modules: { '@model-gateway/egress': { createGuardedHttpClient: () => anUpstream } },
        look: ['acme', 'claude', 'ready'],
      });
      assert.equal(ready.images.endpoint('openai/gpt-image-2')?.maxReferences, 16);
      assert.ok(ready.chat?.endpoint('openai/gpt-5.5')?.parameters.has('tools'));
      assert.deepEqual(
        claude.catalog.map(({ model }) => model.id),
        ['anthropic/claude-opus-5'],
      );
      assert.equal(acme.chat?.endpoint('acme/quill')?.contextTokens, 128_000);
    },
    async ({ run }) => {
      const { painters } = await run<{ painters: ListedImageProvider }>({
        names: { process: { env: { PAINTERS_KEY: 'sk-painters' } } },
        modules: { '@model-gateway/egress': { createGuardedHttpClient: () => anUpstream } },
        look: ['painters'],
      });
      assert.equal(painters.images.endpoint('painters/oil')?.maxImages, 4);
      const job = { ...JOB, model: 'painters/oil' };
      const context = {
        signal: AbortSignal.timeout(5000),
        dispatched() {},
        progress() {},
        hold: () => undefined,
      };
      const types: string[] = [];
      for await (const { type } of painters.images.generate(job, context)) types.push(type);
      assert.deepEqual(types, ['image', 'done']);
    },
  ],

  'packages/server/README.md': [
    async ({ run, ports, t }) => {
      const { openGateway } = await import('@model-gateway/server');
      const { stop } = await run<{ stop: () => Promise<void> }>({
        modules: {
          '@model-gateway/server': {
            openGateway: (config: ConfigInput) =>
              openGateway({ ...config, log: { level: 'silent' } }),
          },
        },
      });
      t.after(stop);
      const response = await fetch(`${await ports.origin()}/v1/models`);
      assert.deepEqual([response.status, (await response.json()).total_count], [200, 0]);
    },
  ],

  'packages/telemetry/README.md': [
    async ({ run }) => {
      const printed: unknown[] = [];
      const { stop } = await run<{ stop: () => Promise<void> }>({
        names: {
          stores: {
            models: createMemoryModelStore([]),
            keys: createMemoryKeyStore([]),
            destinations: createMemoryDestinationStore(),
          },
          providers: [],
          console: { log: (line: unknown) => printed.push(line) },
        },
      });
      await stop();
      assert.deepEqual(printed, ['telemetry: 0 sent, 0 lost']);
    },
  ],

  'packages/openapi/README.md': [
    async ({ run, ports }) => {
      const app = express();
      await run({ names: { app } });
      app.listen(3000);
      const origin = await ports.origin();
      const document = await (await fetch(`${origin}/openapi.json`)).json();
      assert.match(document.openapi, /^3\.1\./);
      const page = await fetch(`${origin}/docs`);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(await page.text(), /listModels/);
    },
  ],

  'packages/conformance/README.md': [
    async ({ run }) => {
      const cases: (() => Promise<void>)[] = [];
      await run({
        names: {
          freshDatabase: async () => ({ keys: createMemoryKeyStore(), async drop() {} }),
          createMyKeyStore: ({ keys }: MyDatabase) => keys,
          insertKey: async ({ keys }: MyDatabase, key: typeof SAMPLE_KEY) => keys.put(key),
        },
        modules: {
          'node:test': { test: (_name: string, run: () => Promise<void>) => cases.push(run) },
        },
      });
      assert.equal(cases.length, KEY_STORE_CASES.length);
      for (const run of cases) await run();
    },
  ],

  'packages/pictures/README.md': [
    async ({ run }) => {
      const { gateway } = await run<{ gateway: Gateway }>({
        names: { keys: createMemoryKeyStore([SAMPLE_KEY]) },
        look: ['gateway'],
      });
      const body = { model: 'acme/paint-1', prompt: 'a lighthouse', size: '64x64' };
      const answer = await fetchGateway(gateway.handle)(
        new Request('https://app.example/v1/images', {
          method: 'POST',
          headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
      assert.ok(answer);
      const { data } = await answer.json();
      assert.equal(sniffImage(Buffer.from(data[0].b64_json, 'base64')), 'image/png');
    },
  ],

  'packages/worlds/README.md': [
    async ({ run }) => {
      const { gateway } = await run<{ gateway: Gateway }>({ look: ['gateway'] });
      const answer = await fetchGateway(gateway.handle)(
        new Request('https://app.example/v1/models?q=acme/quill-9&output_modalities=all'),
      );
      assert.ok(answer);
      const { data } = await answer.json();
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        ['acme/quill-9'],
      );
    },
  ],

  'packages/sql/README.md': [
    async ({ run, ports, t }) => {
      const printed: string[] = [];
      await run({
        names: { console: { log: (line: string) => printed.push(line) } },
        modules: {
          '@model-gateway/sql': {
            async openStores() {
              const stores = await openStores('sqlite::memory:');
              t.after(() => stores.close());
              return stores;
            },
          },
        },
      });
      const headers = { authorization: `Bearer ${printed.join()}` };
      const response = await fetch(`${await ports.origin()}/v1/models`, { headers });
      expectModels(response.status, await response.text());
    },
  ],

  'packages/redis/README.md': [
    async ({ run }) => {
      const printed: unknown[] = [];
      const { limiter } = await run<{ limiter: RateLimiter }>({
        names: { process: { env: {} }, console: { warn: (line: unknown) => printed.push(line) } },
        // Not connected, so that what is said there happens.
        modules: {
          ioredis: {
            Redis: class {
              status = 'end';
              defineCommand() {}
            },
          },
        },
        look: ['limiter'],
      });
      assert.equal((await limiter.take('a')).allowed, true);
      assert.equal(printed.length, 1);
    },
  ],

  'packages/mock/README.md': MOCK_EXAMPLES,

  'packages/fixtures/README.md': [
    async ({ run, ports, t }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'fixtures-'));
      t.after(() => rm(folder, { recursive: true }));
      const readme = await readFile(path.join(ROOT, 'packages/fixtures/README.md'), 'utf8');
      const [, file = ''] = /^```yaml\n(.*?)^```$/ms.exec(readme) ?? [];
      await writeFile(path.join(folder, 'panda.gw.yaml'), file);
      const node = { loadFixtures: () => loadFixtures(folder) };
      await passesAsTestWith({}, { '@model-gateway/fixtures/node': node })({ run, t, ports });
    },
  ],

  ...GUIDE_EXAMPLES,
};

interface MyDatabase {
  readonly keys: ReturnType<typeof createMemoryKeyStore>;
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const anUpstream: HttpClient = async () => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: (async function* () {
    yield new TextEncoder().encode(JSON.stringify({ created: 1, data: [{ b64_json: PIXEL }] }));
  })(),
});

const JOB = {
  prompt: 'a cat',
  n: 1,
  format: 'png',
  references: [],
  stream: false,
  options: {},
} as const;
