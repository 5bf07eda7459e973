import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json } from '@model-gateway/core';
import { serve } from '@model-gateway/node';

describe('a body that is read twice', () => {
  it('is an error the second time, and no hang', async () => {
    await using server = await serve(async ({ body }) => {
      assert.ok(body.kind === 'bytes');
      const first = new TextDecoder().decode(await body.read(100));
      const second = await body.read(100).catch((error: Error) => error.message);
      return json({ first, second });
    });
    const response = await fetch(server.url, { method: 'POST', body: 'once' });
    const { first, second } = await response.json();
    assert.equal(first, 'once');
    assert.match(second, /was read before the gateway came to it/);
  });
});
