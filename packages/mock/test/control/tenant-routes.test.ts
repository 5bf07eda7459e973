import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALL_MODELS, idsIn, PAINT, started } from './controlled-gateway.ts';

describe('tenants over HTTP', () => {
  it('are created with every option of a tenant', async () => {
    const { tenant, as, draw } = await started({
      id: 'checkout',
      api_key: 'mine',
      credits: '0.5',
      models: [PAINT],
      destinations: [{ type: 'langfuse', name: 'Traces' }],
      members: [{ id: 'user_ada', first_name: 'Ada' }],
      assignments: [{ guardrail: 'no-secrets', user: 'user_ada' }],
      rate_limit: { limit: 1, window_seconds: 60 },
      clock: { mode: 'frozen', now: '2026-08-01T00:00:00Z' },
      rules: [{ on: 'listModels', fail: 503 }],
    });
    assert.deepEqual([tenant.id, tenant.api_key, tenant.credits], ['checkout', 'mine', '0.5']);
    assert.equal(tenant.any_key_url, '/t/checkout/v1');
    assert.ok('personal_management' in tenant.keys);
    assert.equal((await as('GET /v1/models')).status, 503);
    assert.equal((await as('GET /v1/models')).status, 200);
    assert.equal((await draw()).value.created, Date.parse('2026-08-01') / 1000);
    assert.equal((await draw()).status, 429);
    const manage = (path: string) => as(`GET /v1${path}`, {}, tenant.management_key);
    assert.equal((await manage('/organization/members')).value.data[0].first_name, 'Ada');
    assert.equal((await manage('/observability/destinations')).value.data[0].name, 'Traces');
    assert.equal((await manage('/guardrails/assignments/members')).value.total_count, 1);
  });

  it('take complete records', async () => {
    const { model, member } = await import('@model-gateway/mock');
    const { as } = await started({
      models: [JSON.parse(JSON.stringify(model({ id: 'acme/quill-9' })))],
      members: [member({ id: 'user_bo' })],
    });
    assert.equal((await as('GET /v1/models')).value.data[0].id, 'acme/quill-9');
  });

  it('are created by the names of a world and of presets', async () => {
    const { call } = await started();
    const tenant = { world: 'empty', preset: ['broke', 'flaky'] };
    const { value } = await call('POST /tenants', tenant);
    assert.equal(value.data.credits, '0');
    const generated = await call('POST /tenants', { world: 'generated', seed: 3, models: 5 });
    assert.equal(generated.status, 201);
  });

  it('are listed with the default tenant', async () => {
    const { call } = await started();
    assert.deepEqual(idsIn(await call('GET /tenants')), ['main', 't1']);
  });

  it('are shown in their current state', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    await draw();
    assert.equal((await call(`GET ${there}`)).value.data.credits, '0.75');
  });

  it('are forked with other options', async () => {
    const { call, there } = await started({ credits: 1 });
    const { status, value } = await call(`POST ${there}/fork`, { id: 'copy', credits: 3 });
    assert.deepEqual([status, value.data.id, value.data.credits], [201, 'copy', '3']);
    assert.deepEqual(idsIn(await call('GET /tenants')), ['main', 't1', 'copy']);
  });

  it('have other limits once these are changed, until a reset', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    const limit = { limit: 1, window_seconds: 60 };
    const changed = await call(`PATCH ${there}`, { credits: '0.5', rate_limit: limit });
    assert.deepEqual(
      [changed.status, changed.value.data.credits, changed.value.data.rate_limit],
      [200, '0.5', limit],
    );
    const statuses = [(await draw()).status, (await draw()).status];
    assert.deepEqual(statuses, [200, 429]);
    assert.equal((await call(`PATCH ${there}`, { rate_limit: null })).value.data.rate_limit, null);
    assert.equal((await draw()).status, 200);
    assert.equal((await draw()).status, 402);
    await call(`POST ${there}/reset`);
    assert.equal((await call(`GET ${there}`)).value.data.credits, '1');
  });

  for (const [limits, says] of [
    [{ credits: 'lots' }, /credits must be USD/],
    [{ rate_limit: { limit: 1, window_seconds: 0 } }, /rateLimit must be a limit of requests/],
    [{ credit: 5 }, /credit is unknown; did you mean "credits"\?/],
  ] as const) {
    it(`keep their limits when ${JSON.stringify(limits)} is refused`, async () => {
      const { call, there } = await started({ credits: 1 });
      const { status, value } = await call(`PATCH ${there}`, limits);
      assert.equal(status, 400);
      assert.match(value.error.message, says);
      assert.equal((await call(`GET ${there}`)).value.data.credits, '1');
    });
  }

  it('are in their initial state after a reset', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    await draw();
    assert.equal((await call(`POST ${there}/reset`)).status, 204);
    assert.equal((await call(`GET ${there}`)).value.data.credits, '1');
  });

  it('serve other models once the catalog is replaced', async () => {
    const { call, there, as } = await started({ models: [PAINT] });
    await call(`PUT ${there}/models`, { models: [{ id: 'acme/quill-9' }, PAINT] });
    assert.equal((await as(ALL_MODELS)).value.total_count, 2);
  });

  it('are empty once they are cleared', async () => {
    const { call, there, as } = await started({ models: [PAINT] });
    assert.equal((await call(`POST ${there}/clear`)).status, 204);
    assert.equal((await as(ALL_MODELS)).value.total_count, 0);
  });

  it('are gone once they are closed, with their key and their id', async () => {
    const { gateway, call, there, as, tenant } = await started();
    assert.equal((await call(`DELETE ${there}`)).status, 204);
    assert.equal((await call(`GET ${there}`)).status, 404);
    assert.equal((await as(ALL_MODELS)).status, 401);
    assert.equal(gateway.tenant({ id: tenant.id }).id, tenant.id);
  });

  it('include those that the process itself created', async () => {
    const { gateway, call } = await started();
    const own = gateway.tenant({ id: 'own', credits: 7 });
    assert.equal((await call('GET /tenants/own')).value.data.credits, '7');
    await own.close();
    assert.equal((await call('GET /tenants/own')).status, 404);
  });

  it('report what was left over when they are verified', async () => {
    const { call, there, as } = await started({ unused_rules: 'fail' });
    assert.equal((await call(`POST ${there}/verify`)).status, 204);
    await call(`POST ${there}/rules`, { rules: [{ on: 'listModels', fail: 503 }] });
    const { status, value } = await call(`POST ${there}/verify`);
    assert.equal(status, 409);
    assert.match(value.error.message, /"listModels\.fail-503": 0 of 1 times/);
    await as('GET /v1/models');
    assert.equal((await call(`POST ${there}/verify`)).status, 204);
  });

  for (const [tenant, status, diagnostic, says] of [
    [{ world: 'tinny' }, 400, undefined, /did you mean "tiny"\?/],
    [{ wrold: 'tiny' }, 400, undefined, /wrold is unknown; did you mean "world"\?/],
    [{ models: [{ id: 'acme/x', outptu: [] }] }, 400, 'GW1701', /did you mean "output"\?/],
    [{ models: [PAINT, PAINT] }, 400, 'GW1705', /models\[0\] and models\[1\] have the same id/],
    [{ models: [{ model: { id: 'acme/x' }, signals: {} }] }, 400, undefined, /data\[0\]\./],
    [{ members: ['ada'] }, 400, undefined, /members\[0\] must be an object/],
    [{ id: 'main' }, 409, 'GW1102', /there is already a tenant "main"/],
    [{ id: 'a b' }, 400, 'GW1101', /how about "a-b"\?/],
    [{ api_key: 'with space' }, 400, 'GW1104', /apiKey must be 1 to 8192 visible/],
    [{ credits: 'lots' }, 400, 'GW1105', /credits must be USD/],
    [{ rules: [{ on: 'createImage', fial: 500 }] }, 400, 'GW1210', /fial is unknown/],
    [{ clock: { now: 'soon' } }, 400, 'GW1502', /soon/],
    [{ latency: 'fats' }, 400, 'GW1504', /did you mean "fast"\?/],
    [{ world: 'golden', models: 3 }, 400, 'GW1704', /the golden world has 400 models, not 3/],
    [[], 400, undefined, /body must be an object, got a list/],
  ] as const) {
    it(`are refused with ${JSON.stringify(tenant).slice(0, 60)}`, async () => {
      const { call } = await started();
      const answer = await call('POST /tenants', tenant);
      assert.match(answer.value.error.message, says);
      assert.deepEqual(
        [answer.status, answer.value.error.metadata?.diagnostic],
        [status, diagnostic],
      );
      // Nothing of it stays behind.
      assert.deepEqual(idsIn(await call('GET /tenants')), ['main', 't1']);
    });
  }
});
