import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CatalogIndex, MemberSchema, type Model } from '@model-gateway/core';
import { createMockGateway, model } from '@model-gateway/mock';
import * as v from 'valibot';
import { resolveWorld, worldName } from '@model-gateway/worlds';
import { ask } from '../ask.ts';

const total = async (gateway: Parameters<typeof ask>[0], query = '?output_modalities=all') =>
  (await ask(gateway, `GET /v1/models${query}`)).value.total_count;

describe('the tiny world', () => {
  const gateway = createMockGateway({ world: 'tiny' });

  it('has exactly these models', async () => {
    const { models, revision } = await gateway.ready();
    assert.deepEqual(models.map((entry) => entry.model.id).toSorted(), [
      'acme/chat-paint-1',
      'acme/edit-1',
      'acme/embed-1',
      'acme/film-1',
      'acme/lens-1',
      'acme/paint-1',
      'acme/quill-1',
      'acme/quill-1:free',
      'acme/rank-1',
      'acme/relic-1',
      'acme/scribe-1',
      'acme/think-1',
      'acme/tune-1',
      'acme/vector-1',
      'acme/voice-1',
      'gateway/auto',
      'mock/cut',
      'mock/echo',
      'mock/embeddings',
      'mock/fail-529',
      'mock/lorem',
      'mock/rerank',
      'mock/slow',
      'mock/tools',
      '~acme/quill-latest',
    ]);
    // Another revision is another world for those who have written tests with it.
    assert.equal(revision, 'tiny-391e4d0d735d097c');
  });

  it('is accepted without a report', async () => {
    const { models, members } = await gateway.ready();
    assert.deepEqual(new CatalogIndex({ entries: models, revision: 'x' }).reports, []);
    assert.ok(members.every(({ member }) => v.is(MemberSchema, member)));
  });

  it('has a model for every output modality', async () => {
    const { models } = await gateway.ready();
    const made = (out: Model['architecture']['output_modalities'][number]) =>
      models.filter((entry) => entry.model.architecture.output_modalities.includes(out)).length;
    assert.equal(made('image'), 4);
    for (const other of ['audio', 'video', 'speech', 'transcription']) {
      assert.equal(made(other as 'text'), 1, other);
    }
    for (const named of ['embeddings', 'rerank']) assert.equal(made(named as 'text'), 2, named);
  });

  it('has image models that can do different things', async () => {
    const draw = async (id: string, more = {}) => {
      const body = { model: id, prompt: 'a red panda', resolution: '1K', ...more };
      const { status, value } = await ask(gateway, 'POST /v1/images', { body });
      return status === 200
        ? value.data.map((image: { media_type?: string }) => image.media_type)
        : status;
    };
    assert.deepEqual(await draw('acme/paint-1', { n: 2 }), ['image/png', 'image/png']);
    assert.deepEqual(await draw('acme/vector-1'), ['image/svg+xml']);
    assert.equal(await draw('acme/edit-1'), 400);
    assert.equal(await draw('acme/chat-paint-1', { n: 2 }), 400);
  });

  it('has people, destinations and an assignment', async () => {
    const count = async (path: string) =>
      (await ask(gateway, `GET /v1${path}`, { key: gateway.managementKey })).value.total_count;
    assert.equal(await count('/organization/members'), 2);
    assert.equal(await count('/observability/destinations'), 2);
    assert.equal(await count('/guardrails/assignments/members'), 1);
  });
});

describe('the empty world', () => {
  it('has empty lists, and an organization', async () => {
    const gateway = createMockGateway({ world: 'empty' });
    assert.equal(await total(gateway), 0);
    for (const path of [
      '/organization/members',
      '/observability/destinations',
      '/guardrails/assignments/members',
    ]) {
      const { value } = await ask(gateway, `GET /v1${path}`, { key: gateway.managementKey });
      assert.deepEqual(value, { data: [], total_count: 0 }, path);
    }
  });

  it('leaves a tenant with only its own records', async () => {
    const gateway = createMockGateway({ world: 'empty' });
    const tenant = gateway.tenant({ models: [model({ id: 'acme/quill-9' })] });
    assert.equal(await total(tenant), 1);
    assert.equal(await total(gateway), 0);
  });
});

describe('worlds by name', () => {
  it('are refused at once when the world is unknown', () => {
    assert.throws(
      () => createMockGateway({ world: 'tinny' as 'tiny' }),
      /unknown world "tinny": expected one of golden, empty, tiny, huge, generated, or an object; did you mean "tiny"\? \[GW1702\]$/,
    );
    assert.throws(() => createMockGateway().tenant({ world: 'x' as 'tiny' }), { code: 'GW1702' });
    assert.equal(worldName('huge'), 'huge');
  });

  it('are named where a world is resolved without a mock, too', async () => {
    await assert.rejects(resolveWorld({ world: 'tinny' as 'tiny' }), { code: 'GW1702' });
  });

  it('refuse a size that they do not have', async () => {
    for (const [world, size] of [
      ['golden', 400],
      ['tiny', 25],
      ['huge', '100000'],
    ] as const) {
      await assert.rejects(
        createMockGateway({ world, models: 10 }).ready(),
        new RegExp(`the ${world} world has ${size} models, not 10.*\\[GW1704\\]$`),
      );
    }
  });

  it('may differ between tenants', async () => {
    const gateway = createMockGateway();
    const [tiny, golden] = [gateway.tenant({ world: 'tiny' }), gateway.tenant()];
    assert.deepEqual([await total(tiny), await total(golden)], [25, 400]);
  });
});
