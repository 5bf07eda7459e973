import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMockGateway,
  createVirtualClock,
  model,
  type MockGateway,
  type MockTenant,
} from '@model-gateway/mock';
import sharp from 'sharp';
import { worldProviders } from '../../src/tenant/world-providers.ts';
import { ask } from '../ask.ts';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } });

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

describe('a jpeg without sharp', () => {
  it('is a 500 that says what to install, because the set-up is incomplete', async () => {
    const missing = () => Promise.reject(new Error('not installed'));
    const clock = createVirtualClock();
    const options = {
      seed: 7,
      clock,
      latency: 'none',
      images: 'small',
      loadSharp: missing,
    } as const;
    const [provider] = worldProviders([PAINT], options);
    const job = {
      model: 'acme/paint-1',
      prompt: 'x',
      n: 1,
      format: 'jpeg',
      stream: false,
    } as const;
    const context = {
      signal: new AbortController().signal,
      dispatched: () => {},
      progress: () => {},
      hold: () => undefined,
    };
    const events = provider!.images!.generate({ ...job, references: [], options: {} }, context);
    await assert.rejects(
      async () => {
        for await (const _ of events);
      },
      {
        code: 'internal',
        message:
          'The mock cannot answer: jpeg images need the package sharp: ' +
          'npm install --save-dev sharp [GW1506]',
      },
    );
  });
});
