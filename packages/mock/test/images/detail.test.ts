import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockGateway, type MockTenant } from '@model-gateway/mock';
import sharp from 'sharp';
import { ask } from '../ask.ts';

/** The first image of an answer to a tenant of the gateway, by default to its own. */
async function imageOf(
  { handle, apiKey }: MockGateway,
  tenant: Pick<MockTenant, 'apiKey'> = { apiKey },
) {
  const { value } = await ask({ handle, apiKey: tenant.apiKey }, 'POST /v1/images', {
    body: { model: 'acme/paint-1', prompt: 'a red panda', size: '1024x768' },
  });
  return Buffer.from(value.data[0].b64_json, 'base64');
}

describe('images', () => {
  it('have the requested size and a fraction of the bytes when they are small', async () => {
    const [full, small] = await Promise.all([
      imageOf(createMockGateway({ world: 'tiny' })),
      imageOf(createMockGateway({ world: 'tiny', images: 'small' })),
    ]);
    const { width, height } = await sharp(small).metadata();
    assert.deepEqual([width, height], [1024, 768]);
    assert.ok(small.length < full.length / 5, `${small.length} of ${full.length}`);
  });

  it('are as detailed for a tenant and its forks as for its gateway, unless they choose', async () => {
    const gateway = createMockGateway({ world: 'tiny', images: 'small' });
    const small = await imageOf(gateway);
    const tenant = gateway.tenant();
    assert.equal((await imageOf(gateway, tenant)).length, small.length);
    assert.equal((await imageOf(gateway, await tenant.fork())).length, small.length);
    const full = await imageOf(gateway, gateway.tenant({ images: 'full' }));
    assert.ok(full.length > 5 * small.length);
  });
});
