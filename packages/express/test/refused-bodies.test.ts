import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type RequestRecord,
} from '@model-gateway/core';
import express from 'express';
import { expressGateway, gatewayErrorHandler } from '@model-gateway/express';

/* What a gateway says of requests whose body express.json() refuses. Source: contract §1.1. */

async function mounted(t: TestContext) {
  const records: RequestRecord[] = [];
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore([]),
      keys: createMemoryKeyStore([createApiKey('my-key')]),
    },
    onRequest: (record) => records.push(record),
  });
  const app = express();
  app.use(express.json({ limit: 100 }));
  app.use('/v1', expressGateway(gateway.handle));
  app.use('/v1', gatewayErrorHandler(gateway.handle));
  const server = app.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  const post = async (body: string, key = 'my-key') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/v1/images`;
    const { status } = await fetch(url, { method: 'POST', headers, body });
    while (records.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const [record] = records;
    return { status, recorded: [record?.operation, record?.status, record?.error] };
  };
  return { post };
}

describe('a body that express.json() refuses', () => {
  for (const [what, body, status, error] of [
    ['malformed', '{', 400, 'invalidRequest'],
    ['too long', JSON.stringify('x'.repeat(100)), 413, 'payloadTooLarge'],
  ] as const) {
    it(`is a ${status} in the gateway’s records when it is ${what}`, async (t) => {
      const { post } = await mounted(t);
      assert.deepEqual(await post(body), { status, recorded: ['createImage', status, error] });
    });
  }

  it('is not looked at for a client without a valid key', async (t) => {
    const { post } = await mounted(t);
    const recorded = ['createImage', 401, 'invalidKey'];
    assert.deepEqual(await post('{', 'other'), { status: 401, recorded });
  });
});
