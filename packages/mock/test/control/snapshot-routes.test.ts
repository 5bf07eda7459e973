import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAINT, started } from './controlled-gateway.ts';

describe('snapshots over HTTP', () => {
  it('are restored as often as you like, forked, and dropped', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    const { value } = await call(`POST ${there}/snapshots`);
    const { id } = value.data;
    for (let round = 0; round < 2; round++) {
      await draw();
      assert.equal((await call(`POST ${there}/snapshots/${id}/restore`)).status, 204);
      assert.equal((await call(`GET ${there}`)).value.data.credits, '1');
    }
    await draw();
    const fork = await call(`POST ${there}/fork`, { snapshot: id });
    assert.equal(fork.value.data.credits, '1');
    assert.equal((await call(`DELETE ${there}/snapshots/${id}`)).status, 204);
    const gone = await call(`POST ${there}/snapshots/${id}/restore`);
    assert.match(gone.value.error.message, /there is no snapshot "snapshot-1"; no snapshots exist/);
  });
});
