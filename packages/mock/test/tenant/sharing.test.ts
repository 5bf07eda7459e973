import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, model } from '@model-gateway/mock';
import { ask } from '../ask.ts';

const MODELS = 'GET /v1/models?output_modalities=all';

describe('tenants of one world', () => {
  it('share its models and their index', async () => {
    const gateway = createMockGateway();
    const [one, other] = [gateway.tenant(), gateway.tenant()];
    const [first, second] = [await one.snapshot(), await other.snapshot()];
    assert.equal(first.data.open.catalog, second.data.open.catalog);
    assert.equal(await first.data.open.catalog.current(), await second.data.open.catalog.current());
    assert.equal(first.data.open.members, second.data.open.members);
  });

  it('share the index also when they have members of their own', async () => {
    const gateway = createMockGateway();
    const [golden, own] = [
      await gateway.snapshot(),
      await gateway.tenant({ members: [] }).snapshot(),
    ];
    assert.equal(golden.data.open.catalog, own.data.open.catalog);
    assert.notEqual(golden.data.open.members, own.data.open.members);
  });

  it('do not see each other’s models', async () => {
    const gateway = createMockGateway();
    const [one, other] = [gateway.tenant(), gateway.tenant()];
    await one.replaceCatalog({ models: [model({ id: 'acme/quill-9' })], revision: 'one' });
    assert.equal((await ask(one, MODELS)).value.total_count, 1);
    assert.equal((await ask(other, MODELS)).value.total_count, 400);
    await one.reset();
    assert.equal((await ask(one, MODELS)).value.total_count, 400);
  });

  it('do not see each other’s destinations', async () => {
    const gateway = createMockGateway();
    const [one, other] = [gateway.tenant(), gateway.tenant()];
    const list = async ({ managementKey: key, handle, apiKey }: typeof one) =>
      (await ask({ handle, apiKey }, 'GET /v1/observability/destinations', { key })).value.data;
    const [before] = await list(one);
    const path = `/v1/observability/destinations/${before.id}`;
    await ask(one, `PATCH ${path}`, { key: one.managementKey, body: { name: 'Mine' } });
    assert.equal((await list(one))[0].name, 'Mine');
    assert.deepEqual((await list(other))[0], before);
    assert.deepEqual((await list(gateway.tenant()))[0], before);
  });

  it('do not see each other’s requests, rules, credits and time', async () => {
    const gateway = createMockGateway({ credits: 2 });
    const [one, other] = [gateway.tenant({ clock: 'frozen' }), gateway.tenant({ clock: 'frozen' })];
    one.on('listModels').failAlways(500);
    const then = other.clock.now();
    await one.clock.advance('1h');
    const body = { model: 'acme/paint-1', prompt: 'a red panda', resolution: '512' };
    assert.equal((await ask(one, 'POST /v1/images', { body })).status, 200);
    assert.equal((await ask(one, MODELS)).status, 500);

    assert.equal((await ask(other, MODELS)).status, 200);
    assert.deepEqual([other.requests().all().length, one.requests().all().length], [1, 2]);
    assert.equal(other.credits(), '2');
    assert.equal(other.clock.now(), then);
  });

  it('are kept while they are among the most recent', async () => {
    const gateway = createMockGateway({ world: 'tiny' });
    const catalogOf = async (seed: number) => {
      await using tenant = gateway.tenant({ seed, models: 1 });
      return (await tenant.snapshot()).data.open.catalog;
    };
    const [first, second] = [await catalogOf(100), await catalogOf(101)];
    for (let seed = 102; seed < 116; seed++) await catalogOf(seed);
    assert.equal(await catalogOf(100), first);
    await catalogOf(116);
    assert.equal(await catalogOf(100), first);
    assert.notEqual(await catalogOf(101), second);
  });
});
