import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CatalogError } from '@model-gateway/core';
import { fetchGateway } from '@model-gateway/fetch';
import { createMockGateway, type MockGateway } from '@model-gateway/mock';

describe('replaceCatalog', () => {
  it('serves other models', async () => {
    const gateway = createMockGateway();
    const { models } = await gateway.ready();
    await gateway.replaceCatalog({ models: models.slice(0, 3), revision: 'mine' });
    assert.equal(await countOf(gateway), 3);
    assert.equal((await gateway.ready()).revision, 'mine');
  });

  it('refuses an invalid catalog without a change', async () => {
    const gateway = createMockGateway();
    const { models } = await gateway.ready();
    const twice = [...models.slice(0, 1), ...models.slice(0, 1)];
    await assert.rejects(gateway.replaceCatalog({ models: twice, revision: 'bad' }), CatalogError);
    assert.equal(await countOf(gateway), 400);
  });

  it('makes images with the new models, on the remaining credits', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const { models } = await gateway.ready();
    assert.equal(await paint(gateway), 200);
    const left = gateway.credits();
    assert.notEqual(left, '5');

    const others = models.filter(({ model }) => model.id !== 'acme/paint-1');
    await gateway.replaceCatalog({ models: others, revision: 'without' });
    assert.equal(gateway.credits(), left);
    assert.equal(await paint(gateway), 404);

    await gateway.replaceCatalog({ models, revision: 'with' });
    assert.equal(await paint(gateway), 200);
  });
});

async function ask({ handle, apiKey }: MockGateway, path: string, init?: RequestInit) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const request = new Request(`http://mock.example/v1${path}`, { ...init, headers });
  const response = await fetchGateway(handle, { mount: '' })(request);
  assert.ok(response);
  return response;
}

async function countOf(gateway: MockGateway): Promise<number> {
  const response = await ask(gateway, '/models?output_modalities=all');
  return (await response.json()).total_count;
}

async function paint(gateway: MockGateway): Promise<number> {
  const body = JSON.stringify({ model: 'acme/paint-1', prompt: 'a red panda' });
  return (await ask(gateway, '/images', { method: 'POST', body })).status;
}
