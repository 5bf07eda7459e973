import assert from 'node:assert/strict';
import connect from 'connect';
import express from 'express';
import Koa from 'koa';
import {
  createApiKey,
  createGateway,
  createMemoryModelStore,
  type Gateway,
} from '@model-gateway/core';
import { fetchGateway } from '@model-gateway/fetch';
import { AUTHORIZATION, expectModels, sampleGateway } from '../smoke/sample-gateway.ts';
import type { FreePorts } from './free-ports.ts';
import { listsModels, type Example } from './rehearsal.ts';

/** What the blocks of TypeScript in the READMEs of the adapters do. */
export const ADAPTER_EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  'packages/node/README.md': [
    async ({ run, ports }) => {
      const printed: unknown[] = [];
      const console = { log: (line: unknown) => printed.push(line) };
      await run({ names: { console } });
      assert.deepEqual(printed, [`${await ports.origin()}/v1/models`]);
      await listsModels(ports, 'my-key');
    },
  ],

  'packages/connect/README.md': [
    async ({ run, ports }) => {
      await run();
      await listsModels(ports, 'my-key');
    },
    async ({ run, ports }) => {
      const app = connect();
      const { connectGateway, gatewayErrorHandler } = await import('@model-gateway/connect');
      // Express has the parsers of body-parser.
      const bodyParser = express;
      await run({
        names: { app, bodyParser, connectGateway, gatewayErrorHandler, ...surroundings() },
      });
      app.listen(3000);
      await refusesMalformedJson(ports);
    },
  ],

  'packages/express/README.md': [
    async ({ run, ports }) => {
      await run();
      await listsModels(ports, 'my-key');
    },
    async ({ run }) => {
      const models = createMemoryModelStore([]);
      const names = { createApiKey, createGateway, models };
      const { gateway } = await run<{ gateway: Gateway }>({ names, look: ['gateway'] });
      const answer = fetchGateway(gateway.handle);
      for (const [user, status] of [
        [{ id: 'user_ada', name: 'Ada' }, 200],
        [undefined, 401],
      ] as const) {
        const response = await answer(new Request('https://app.example/v1/models'), { user });
        assert.equal(response?.status, status);
      }
    },
    async ({ run, ports }) => {
      const app = express();
      const { expressGateway, gatewayErrorHandler } = await import('@model-gateway/express');
      await run({
        names: { app, express, expressGateway, gatewayErrorHandler, ...surroundings() },
      });
      app.listen(3000);
      await refusesMalformedJson(ports);
    },
  ],

  'packages/koa/README.md': [
    async ({ run, ports }) => {
      await run();
      await listsModels(ports, 'my-key');
    },
    async ({ run, ports }) => {
      const app = new Koa();
      const { koaGateway, gatewayErrorHandler } = await import('@model-gateway/koa');
      const { default: mount } = await import('koa-mount');
      const { default: bodyParser } = await import('koa-bodyparser');
      await run({
        names: { app, mount, bodyParser, koaGateway, gatewayErrorHandler, ...surroundings() },
      });
      app.listen(3000);
      await refusesMalformedJson(ports);
    },
  ],

  'packages/fetch/README.md': [
    async ({ run }) => {
      type Server = { fetch(request: Request): Promise<Response> };
      const { default: server } = await run<{ default: Server }>();
      const headers = { authorization: 'Bearer my-key' };
      const ask = (path: string) =>
        server.fetch(new Request(`https://app.example${path}`, { headers }));
      const response = await ask('/v1/models');
      expectModels(response.status, await response.text());
      assert.equal((await ask('/v1/other')).status, 404);
    },
  ],
};

/** Creates what the examples with a body parser take for granted. */
function surroundings() {
  const myErrorHandler = (error: unknown, _req: unknown, _res: unknown, _next: unknown) => {
    throw new Error('the gateway’s error handler left this to the host', { cause: error });
  };
  return { gateway: sampleGateway(), myErrorHandler };
}

async function refusesMalformedJson(ports: FreePorts): Promise<void> {
  await listsModels(ports);
  const response = await fetch(`${await ports.origin()}/v1/images`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: '{"model":',
  });
  assert.equal(response.status, 400);
  assert.match((await response.json()).error.message, /must be valid JSON; .* line 1, column 10$/);
}
