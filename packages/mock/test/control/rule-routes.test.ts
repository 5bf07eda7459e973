import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAINT, started } from './controlled-gateway.ts';

describe('rules over HTTP', () => {
  it('are added in front, listed with their remaining times, and removed', async () => {
    const { call, there, draw } = await started({ models: [PAINT] });
    const added = await call(`POST ${there}/rules`, {
      rules: [
        { on: 'createImage', fail: { status: 529, times: 2 } },
        { id: 'always', on: '*', fail_always: 503 },
      ],
    });
    assert.deepEqual(added.value.data, [
      { id: 'createImage.fail-529', hits: 0, remaining: 2, added: true },
      { id: 'always', hits: 0, remaining: null, added: true },
    ]);
    assert.equal((await draw()).status, 529);
    const { value } = await call(`GET ${there}/rules`);
    assert.deepEqual(value.data[0], {
      id: 'createImage.fail-529',
      hits: 1,
      remaining: 1,
      added: true,
    });
    assert.equal((await call(`DELETE ${there}/rules/createImage.fail-529`)).status, 204);
    assert.equal((await draw()).status, 503);
    assert.equal((await call(`DELETE ${there}/rules`)).status, 204);
    assert.equal((await draw()).status, 200);
    const missing = await call(`DELETE ${there}/rules/always`);
    assert.match(missing.value.error.message, /there is no rule "always"; no rules exist/);
  });

  it('are added all or not at all', async () => {
    const { call, there } = await started();
    const rules = [{ on: 'createImage', fail: 500 }, { on: 'createImage' }];
    const { status, value } = await call(`POST ${there}/rules`, { rules });
    assert.deepEqual([status, value.error.metadata.diagnostic], [400, 'GW1210']);
    assert.deepEqual((await call(`GET ${there}/rules`)).value.data, []);
  });
});
