import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type RequestOptions } from 'node:http';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import {
  jsonResponse,
  standalone,
  type GatewayHandler,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';

/** Begins a request whose connection the test is going to break. */
function begin(url: string, options: RequestOptions = {}) {
  return request(url, options).on('error', () => {});
}

describe('a client that leaves', () => {
  it('aborts the signal of its request only', async () => {
    const arrived: { path: string; signal: AbortSignal }[] = [];
    let announce = () => {};
    const handler: GatewayHandler = async ({ path, signal }) => {
      assert.ok(signal);
      arrived.push({ path, signal });
      announce();
      if (path === '/waits') await once(signal, 'abort');
      return jsonResponse({});
    };
    await using server = await serve(handler);
    const came = new Promise<void>((resolve) => (announce = resolve));
    const leaving = begin(`${server.url}/waits`);
    leaving.end();
    await came;
    await (await fetch(`${server.url}/stays`)).text();
    leaving.destroy();
    const [waits, stays] = arrived;
    assert.equal(waits?.path, '/waits');
    if (!waits?.signal.aborted) await once(waits?.signal ?? assert.fail(), 'abort');
    assert.equal(stays?.signal.aborted, false);
  });
});

describe('a client that leaves in the middle of its body', () => {
  const headers = {
    authorization: 'Bearer k',
    'content-type': 'application/json',
    'content-length': '1000',
    expect: '100-continue',
  };

  /** Returns what a handler answers to a request that is cut once the server has its headers. */
  async function answerToHalf(handler: GatewayHandler): Promise<GatewayResponse | undefined> {
    let answer: ReturnType<GatewayHandler> | undefined;
    await using server = await serve((given) => (answer = handler(given)));
    const leaving = begin(`${server.url}/images`, { method: 'POST', headers });
    leaving.flushHeaders();
    await once(leaving, 'continue');
    leaving.write('{"model":');
    leaving.destroy();
    return await answer;
  }

  it('is not an error of the gateway: onError is not called, and journals see status 499', async () => {
    const reported: unknown[] = [];
    const gateway = createGateway({
      stores: {
        models: createMemoryModelStore([]),
        keys: createMemoryKeyStore([createApiKey('k')]),
      },
      onError: (error) => reported.push(error),
    });
    const answer = await answerToHalf(gateway.handle);
    assert.deepEqual([answer?.status, answer?.body.kind], [499, 'none']);
    assert.deepEqual(reported, []);
  });

  it('rejects the body read of a custom handler the same way', async () => {
    const readsAll: GatewayHandler = async ({ body }) =>
      jsonResponse(body.kind === 'bytes' && (await body.read(1000)).byteLength);
    assert.equal((await answerToHalf(standalone(readsAll)))?.status, 499);
  });
});
