import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, destination, model, type MockTenant } from '@model-gateway/mock';
import { ask } from '../ask.ts';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } });
const HOOKS = destination({ name: 'Hooks' });

const draw = (tenant: MockTenant) =>
  ask(tenant, 'POST /v1/images', {
    body: { model: 'acme/paint-1', prompt: 'a red panda', resolution: '512' },
  });

/** Renames the one destination. */
async function rename(tenant: MockTenant, name: string) {
  const path = `/v1/observability/destinations/${HOOKS.destination.id}`;
  const { status } = await ask(tenant, `PATCH ${path}`, {
    key: tenant.managementKey,
    body: { name },
  });
  assert.equal(status, 200);
}

async function nameOf(tenant: MockTenant) {
  const { value } = await ask(tenant, 'GET /v1/observability/destinations', {
    key: tenant.managementKey,
  });
  return value.data[0]?.name;
}

function started() {
  return createMockGateway({
    models: [PAINT],
    destinations: [HOOKS],
    credits: 1,
    rateLimit: { limit: 3, windowSeconds: 60 },
    clock: { now: '2026-08-01', mode: 'frozen' },
  });
}

const AUGUST = Date.parse('2026-08-01');

describe('a snapshot', () => {
  it('restores data, credits, limits, rules and time', async () => {
    const tenant = started();
    assert.equal((await draw(tenant)).headers['ratelimit-remaining'], '2');
    await rename(tenant, 'One');
    tenant.on('listModels').fail(503, { times: 2 });
    assert.equal((await ask(tenant, 'GET /v1/models')).status, 503);
    const snapshot = await tenant.snapshot();

    await draw(tenant);
    await rename(tenant, 'Two');
    await tenant.replaceCatalog({ models: [], revision: 'none' });
    tenant.resetRules();
    await tenant.clock.advance('2h');
    tenant.clock.flow();

    for (let round = 0; round < 2; round++) {
      await tenant.restore(snapshot);
      assert.equal(tenant.clock.mode, 'frozen');
      assert.equal(tenant.clock.now(), AUGUST);
      assert.equal(tenant.credits(), '0.75');
      assert.equal(await nameOf(tenant), 'One');
      assert.equal((await draw(tenant)).headers['ratelimit-remaining'], '1');
      assert.equal((await ask(tenant, 'GET /v1/models')).status, 503);
      assert.equal((await ask(tenant, 'GET /v1/models')).status, 200);
    }
  });

  it('keeps the rest of a window for a flowing clock', async () => {
    const tenant = createMockGateway({
      models: [PAINT],
      rateLimit: { limit: 1, windowSeconds: 60 },
    });
    await draw(tenant);
    const snapshot = await tenant.snapshot();
    await tenant.clock.advance('50s');
    await tenant.restore(snapshot);
    const { status, headers } = await draw(tenant);
    assert.equal(status, 429);
    assert.ok(Number(headers['ratelimit-reset']) > 50);
    // As far ahead of real time as it was: not at all.
    // oxlint-disable-next-line eslint/no-restricted-properties
    assert.ok(Math.abs(tenant.clock.now() - Date.now()) < 10_000);
  });

  it('does not set back a clock that several tenants share', async () => {
    const { createVirtualClock } = await import('@model-gateway/mock');
    const clock = createVirtualClock({ now: '2026-08-01', mode: 'frozen' });
    const gateway = createMockGateway({ clock });
    const tenant = gateway.tenant({ models: [PAINT] });
    const snapshot = await tenant.snapshot();
    await clock.advance('1h');
    await tenant.restore(snapshot);
    await tenant.reset();
    assert.equal(clock.now(), AUGUST + 3_600_000);
  });

  it('of a gateway does not ask the gateway’s rules twice in a tenant', async () => {
    const gateway = started();
    const tenant = gateway.tenant();
    gateway.on('listModels').fail(503, { times: 1 });
    await tenant.restore(await gateway.snapshot());
    assert.equal((await ask(tenant, 'GET /v1/models')).status, 503);
    assert.equal((await ask(tenant, 'GET /v1/models')).status, 200);
  });

  it('does not change with what happens later', async () => {
    const tenant = started();
    const snapshot = await tenant.snapshot();
    await rename(tenant, 'Later');
    const other = tenant.tenant({ from: snapshot });
    assert.equal(await nameOf(other), 'Hooks');
  });
});

describe('reset', () => {
  it('restores the initial state', async () => {
    const tenant = started();
    await draw(tenant);
    await rename(tenant, 'Two');
    tenant.on('*').failAlways(500);
    await tenant.clock.advance('2h');
    await tenant.reset();
    assert.equal(await nameOf(tenant), 'Hooks');
    assert.equal(tenant.credits(), '1');
    assert.equal(tenant.clock.now(), AUGUST);
    assert.equal((await draw(tenant)).headers['ratelimit-remaining'], '2');
  });
});

describe('a clock that is still being moved', () => {
  it('is set back afterwards', async () => {
    const tenant = started();
    const snapshot = await tenant.snapshot();
    const moved = tenant.clock.advance('1h');
    await tenant.restore(snapshot);
    await moved;
    assert.equal(tenant.clock.now(), AUGUST);
    const movedAgain = tenant.clock.advance('1h');
    await tenant.reset();
    await movedAgain;
    assert.equal(tenant.clock.now(), AUGUST);
  });
});

describe('clear', () => {
  it('leaves nothing but keys and credits', async () => {
    const tenant = started();
    await draw(tenant);
    await tenant.clear();
    assert.equal((await ask(tenant, 'GET /v1/models')).value.total_count, 0);
    assert.equal(await nameOf(tenant), undefined);
    assert.equal(tenant.credits(), '1');
    assert.equal((await draw(tenant)).status, 404);
  });
});

describe('a fork', () => {
  it('begins with the state of its tenant, and is independent afterwards', async () => {
    const tenant = started().tenant();
    await draw(tenant);
    await rename(tenant, 'One');
    const fork = await tenant.fork();
    assert.notEqual(fork.apiKey, tenant.apiKey);
    assert.equal(fork.credits(), '0.75');
    assert.equal(await nameOf(fork), 'One');
    assert.equal(fork.clock.now(), AUGUST);

    await rename(fork, 'Two');
    await draw(fork);
    await fork.clock.advance('1h');
    assert.equal(await nameOf(tenant), 'One');
    assert.equal(tenant.credits(), '0.75');
    assert.equal(tenant.clock.now(), AUGUST);
    assert.equal(tenant.requests('createImage').all().length, 1);
  });

  it('has the remaining rules of its tenant, each with its remaining times', async () => {
    const tenant = started().tenant();
    tenant.on('listModels').fail(503, { times: 2 });
    await ask(tenant, 'GET /v1/models');
    const fork = await tenant.fork();
    const statuses = async (of: MockTenant) => [
      (await ask(of, 'GET /v1/models')).status,
      (await ask(of, 'GET /v1/models')).status,
    ];
    assert.deepEqual(await statuses(fork), [503, 200]);
    assert.deepEqual(await statuses(tenant), [503, 200]);
    await fork.reset();
    assert.deepEqual(await statuses(fork), [503, 200]);
  });

  it('of a gateway does not ask the gateway’s rules twice', async () => {
    const gateway = started();
    gateway.on('listModels').fail(503, { times: 1 });
    const fork = await gateway.fork();
    assert.equal((await ask(fork, 'GET /v1/models')).status, 503);
    assert.equal((await ask(fork, 'GET /v1/models')).status, 200);
  });

  it('resets to its own initial state', async () => {
    const tenant = started().tenant();
    await rename(tenant, 'One');
    const fork = await tenant.fork();
    await rename(fork, 'Two');
    await rename(tenant, 'Three');
    await fork.reset();
    assert.equal(await nameOf(fork), 'One');
  });

  it('takes an id, keys, credits and a limit of its own', async () => {
    const tenant = started();
    const fork = await tenant.fork({
      id: 'poor',
      apiKey: 'mine',
      credits: '0.3',
      rateLimit: { limit: 9, windowSeconds: 5 },
    });
    assert.deepEqual([fork.id, fork.apiKey, fork.credits()], ['poor', 'mine', '0.3']);
    assert.equal((await draw(fork)).headers['ratelimit-limit'], '9');
    assert.equal((await draw(fork)).status, 402);
  });

  it('outlives its tenant', async () => {
    const gateway = started();
    const tenant = gateway.tenant();
    const fork = await tenant.fork();
    await tenant.close();
    assert.equal((await draw(fork)).status, 200);
  });

  it('cannot be made from a snapshot and a world', async () => {
    const gateway = started();
    const from = await gateway.snapshot();
    assert.throws(
      () => gateway.tenant({ from, models: [PAINT] }),
      /starts from either a snapshot or models, not both \[GW1106\]$/,
    );
  });
});

describe('what is not a snapshot', () => {
  // From plain JavaScript, where no type says no.
  const restore = (tenant: MockTenant, given: unknown) => tenant.restore(given as never);

  it('is refused by restore(): a promise that was not awaited, and nothing', async () => {
    const tenant = started();
    await assert.rejects(restore(tenant, tenant.snapshot()), {
      code: 'GW1111',
      message:
        'restore() takes what await tenant.snapshot() returns, ' +
        'got a promise: write await tenant.snapshot() [GW1111]',
    });
    await assert.rejects(restore(tenant, undefined), {
      code: 'GW1111',
      message: 'restore() takes what await tenant.snapshot() returns, got nothing [GW1111]',
    });
  });

  it('is refused by the option from', () => {
    const gateway = started();
    assert.throws(() => gateway.tenant({ from: gateway.snapshot() as never }), { code: 'GW1111' });
  });
});
