import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import middie from '@fastify/middie';
import { getRequestListener } from '@hono/node-server';
import { NestFactory } from '@nestjs/core';
import connect from 'connect';
import express5 from 'express';
import express4 from 'express4';
import fastify, { type FastifyInstance } from 'fastify';
import { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import * as h3v1 from 'h3v1';
import { Hono } from 'hono';
import Koa3 from 'koa';
import mount from 'koa-mount';
import Koa2 from 'koa2';
import { setupServer } from 'msw/node';
import * as vite8 from 'vite';
import * as vite7 from 'vite7';
import { overSocket, read, type Stage } from './stage.ts';

/** The hosts that run in Node, by their names in the table; one stage per version. */
export const SERVER_STAGES: Readonly<Record<string, readonly Stage[]>> = {
  Connect: [
    async (performance) => {
      const app = connect();
      await performance.run({ app });
      app.listen(3000);
      return overSocket(performance);
    },
  ],

  'Express 4 and 5': [express4, express5].map((express): Stage => async (performance) => {
    const app = express();
    await performance.run({ app });
    app.listen(3000);
    return overSocket(performance);
  }),

  'Fastify 5, with @fastify/middie': [
    async (performance) => {
      const app = fastify();
      await app.register(middie);
      await performance.run({ app });
      await listening(app, performance.t);
      return overSocket(performance);
    },
  ],

  'Fastify 5': [
    async (performance) => {
      const app = fastify();
      await performance.run({ app });
      await listening(app, performance.t);
      return overSocket(performance);
    },
  ],

  'NestJS 12, on Express': [
    async (performance) => {
      const app = await NestFactory.create(AppModule, { logger: false });
      await performance.run({ app });
      await app.listen(3000);
      performance.t.after(() => app.close());
      return overSocket(performance);
    },
  ],

  'Koa 2 and 3, with koa-mount': [Koa2, Koa3].map((Koa): Stage => async (performance) => {
    const app = new Koa();
    await performance.run({ app, mount });
    app.listen(3000);
    return overSocket(performance);
  }),

  'Koa 2 and 3': [Koa2, Koa3].map((Koa): Stage => async (performance) => {
    const app = new Koa();
    await performance.run({ app });
    app.listen(3000);
    return overSocket(performance);
  }),

  'node:http': [
    async (performance) => {
      await performance.run({ createServer });
      return overSocket(performance);
    },
  ],

  'a port of its own': [
    async (performance) => {
      await performance.run();
      return overSocket(performance);
    },
  ],

  Hono: [
    async (performance) => {
      const app = new Hono();
      await performance.run({ app });
      serveFetch(app.fetch);
      return overSocket(performance);
    },
  ],

  'h3 1': [
    async (performance) => {
      const { createApp, toNodeListener, ...names } = h3v1;
      const app = createApp();
      await performance.run({ app, ...names });
      createServer(toNodeListener(app)).listen(3000);
      return overSocket(performance);
    },
  ],

  'h3 2': [
    async (performance) => {
      const app = new H3();
      await performance.run({ app });
      createServer(toNodeHandler(app)).listen(3000);
      return overSocket(performance);
    },
  ],

  'Next, app/v1/[...path]/route.ts': [
    async ({ run }) => {
      const { GET, ...others } =
        await run<Record<'GET' | (typeof NEXT_METHODS)[number], FetchLike>>();
      assert.deepEqual(Object.keys(others).toSorted(), NEXT_METHODS);
      return (target, headers) =>
        read(GET(new Request(`https://app.example${target}`, { headers })));
    },
  ],

  'Bun, Deno, edge runtimes': [
    async (performance) => {
      // Each is a large download; a server in Node that takes the same object stands in for them.
      const { default: server } = await performance.run<{ default: { fetch: FetchLike } }>();
      serveFetch(server.fetch);
      return overSocket(performance);
    },
  ],

  'Vite 7 and 8, with the mock': [vite7, vite8].map((vite): Stage => async (performance) => {
    const { t, run } = performance;
    const root = await mkdtemp(path.join(tmpdir(), 'model-gateway-readme-'));
    const { default: config } = await run<{ default: object }>({
      defineConfig: vite.defineConfig,
    });
    const server = await vite.createServer({
      ...config,
      root,
      configFile: false,
      logLevel: 'silent',
      server: { watch: null },
    });
    t.after(async () => {
      await server.close();
      await rm(root, { recursive: true });
    });
    await server.listen();
    return overSocket(performance);
  }),

  'MSW in Node, with the mock': [
    async ({ run, t }) => {
      await run({
        setupServer(...handlers: Parameters<typeof setupServer>) {
          const server = setupServer(...handlers);
          t.after(() => server.close());
          return server;
        },
      });
      return (target, headers) => read(fetch(`https://app.example${target}`, { headers }));
    },
  ],
};

class AppModule {
  readonly imports = [];
}

async function listening(app: FastifyInstance, t: TestContext): Promise<void> {
  await app.listen({ port: 3000 });
  t.after(() => app.close());
}

/** The methods beside GET that a route hands over to the gateway. */
const NEXT_METHODS = ['DELETE', 'HEAD', 'PATCH', 'POST', 'PUT'] as const;

type FetchLike = (request: Request) => Response | Promise<Response>;

function serveFetch(answer: FetchLike): void {
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  createServer((req, res) => void listener(req, res)).listen(3000);
}
