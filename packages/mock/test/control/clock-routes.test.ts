import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { started } from './controlled-gateway.ts';

describe('the clock over HTTP', () => {
  it('is shown, set, advanced and released', async () => {
    const { call, there } = await started();
    const set = await call(`PATCH ${there}/clock`, { mode: 'frozen', now: '2026-08-01T00:00:00Z' });
    const frozen = { now: '2026-08-01T00:00:00.000Z', mode: 'frozen', waiting: 0 };
    assert.deepEqual(set.value.data, frozen);
    const advanced = await call(`POST ${there}/clock/advance`, { by: '90s' });
    assert.equal(advanced.value.data.now, '2026-08-01T00:01:30.000Z');
    const auto = await call(`PATCH ${there}/clock`, { mode: 'auto_advance' });
    assert.equal(auto.value.data.mode, 'auto_advance');
    assert.equal((await call(`GET ${there}/clock`)).value.data.mode, 'auto_advance');
    const wrong = await call(`POST ${there}/clock/advance`, { by: '90 seconds' });
    assert.deepEqual([wrong.status, wrong.value.error.metadata.diagnostic], [400, 'GW1501']);
    const without = await call(`POST ${there}/clock/advance`);
    assert.match(without.value.error.message, /by is required/);
  });

  it('wakes what waits', async () => {
    const { call, there, as } = await started({ clock: { mode: 'frozen' } });
    await call(`POST ${there}/rules`, { rules: [{ on: '*', delay: { duration: '5m' } }] });
    const answer = as('GET /v1/models');
    await call(`POST ${there}/clock/advance`, { by: 0 });
    assert.equal((await call(`GET ${there}/clock`)).value.data.waiting, 1);
    await call(`POST ${there}/clock/advance`, { by: '5m' });
    assert.equal((await answer).status, 200);
  });
});
