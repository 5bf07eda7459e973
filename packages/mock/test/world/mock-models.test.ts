import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, model, type MockGatewayOptions } from '@model-gateway/mock';
import { ask } from '../ask.ts';

const MOCKS = 'echo lorem tools slow fail-529 cut embeddings rerank'
  .split(' ')
  .map((name) => `mock/${name}`);
const QUILL = model({ id: 'acme/quill-2' });

/** The ids of the models that it has, in their order. */
const idsOf = async (gateway: Pick<ReturnType<typeof createMockGateway>, 'ready'>) =>
  (await gateway.ready()).models.map((entry) => entry.model.id);

describe('models that are scripted by their names', () => {
  for (const [options, expected] of [
    [{ world: 'empty' }, []],
    [{ world: 'empty', mockModels: true }, MOCKS],
    [{ models: [QUILL] }, ['acme/quill-2']],
    [{ models: [QUILL], mockModels: true }, ['acme/quill-2', ...MOCKS]],
    [
      { world: { name: 'mine', revision: '1', models: [QUILL] }, mockModels: true },
      ['acme/quill-2', ...MOCKS],
    ],
  ] as const) {
    const { mockModels } = options as MockGatewayOptions;
    const has = JSON.stringify([...Object.keys(options), mockModels]);
    it(`are ${expected.length > 1 ? '' : 'not '}in a world with ${has}`, async () => {
      assert.deepEqual(await idsOf(createMockGateway(options)), expected);
    });
  }

  it('come after the models of the golden world, and answer', async () => {
    const gateway = createMockGateway({ mockModels: true });
    const ids = await idsOf(gateway);
    assert.equal(ids.length, 408);
    assert.deepEqual(ids.slice(400), MOCKS);
    const messages = [{ role: 'user', content: 'Hello' }];
    const request = { body: { model: 'mock/echo', messages } };
    const { status, value } = await ask(gateway, 'POST /v1/chat/completions', request);
    assert.deepEqual([status, value.choices[0].message.content], [200, 'Echo: Hello']);
  });

  it('are in the tiny world already, and can be left out of it', async () => {
    const revisionOf = async (options: MockGatewayOptions) =>
      (await createMockGateway({ world: 'tiny', ...options }).ready()).revision;
    assert.equal(await revisionOf({ mockModels: true }), await revisionOf({}));
    assert.notEqual(await revisionOf({ mockModels: false }), await revisionOf({}));
    const ids = await idsOf(createMockGateway({ world: 'tiny', mockModels: false }));
    assert.equal(ids.length, 17);
    assert.ok(!ids.some((id) => id.startsWith('mock/')));
  });

  it('are never in place of models with their names', async () => {
    const mine = model({ id: 'mock/echo', name: 'Mine' });
    const namesOf = async (mockModels: boolean) => {
      const { models } = await createMockGateway({ models: [mine], mockModels }).ready();
      return models.map((entry) => entry.model.name);
    };
    assert.deepEqual(
      (await namesOf(true)).filter((name) => name === 'Mine'),
      ['Mine'],
    );
    assert.equal((await namesOf(true)).length, 8);
    assert.deepEqual(await namesOf(false), ['Mine']);
  });

  it('are inherited by tenants, and stay when their catalog is replaced', async () => {
    const gateway = createMockGateway({ mockModels: true, models: [QUILL] });
    await using t = gateway.tenant({ models: [model({ id: 'acme/quill-3' })] });
    const list = async () => {
      const { value } = await ask(t, 'GET /v1/models?output_modalities=all');
      return value.data.map(({ id }: { readonly id: string }) => id);
    };
    assert.deepEqual(await list(), ['acme/quill-3', ...MOCKS]);
    await t.replaceCatalog({ models: [QUILL], revision: 'two' });
    assert.deepEqual(await list(), ['acme/quill-2', ...MOCKS]);
    await using without = gateway.tenant({ mockModels: false });
    assert.equal((await ask(without, 'GET /v1/models')).value.total_count, 1);
  });
});
