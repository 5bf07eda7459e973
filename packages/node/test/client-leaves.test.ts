import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { json, type GatewayHandler } from '@model-gateway/core';
import { serve } from '@model-gateway/node';

describe('a client that leaves', () => {
  it('aborts the signal of its request, and of no other', async () => {
    const arrived: { path: string; signal: AbortSignal }[] = [];
    let announce = () => {};
    const handler: GatewayHandler = async ({ path, signal }) => {
      assert.ok(signal);
      arrived.push({ path, signal });
      announce();
      if (path === '/waits') await once(signal, 'abort');
      return json({});
    };
    await using server = await serve(handler);
    const came = new Promise<void>((resolve) => (announce = resolve));
    const leaving = request(`${server.url}/waits`).on('error', () => {});
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
