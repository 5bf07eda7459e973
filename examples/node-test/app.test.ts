import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import { draw } from './draw.ts';

const withGateway = gatewayFixtures({ seed: 7 });

describe('draw', () => {
  it(
    'returns an image',
    withGateway(async ({ tenant }) => {
      const image = await draw('a lighthouse', tenant);
      assert.equal(new TextDecoder().decode(image.subarray(1, 4)), 'PNG');
      tenant.requests('createImage').expectCount(1).last().expectBody({ prompt: 'a lighthouse' });
    }),
  );

  it(
    'asks again while the providers are overloaded',
    withGateway(async ({ tenant }) => {
      tenant.on('createImage').fail(529, { times: 2 });
      await draw('a red panda', tenant);
      tenant.requests('createImage').expectCount(3).expectBody({ prompt: 'a red panda' });
    }),
  );

  it(
    'says when there are no credits left',
    withGateway(async ({ tenant }) => {
      const poor = { ...tenant, apiKey: tenant.keys.broke };
      await assert.rejects(draw('a lighthouse', poor), { status: 402, message: /credits/i });
      tenant.requests('createImage').expectCount(1);
    }),
  );

  it(
    'says when the key is not accepted',
    withGateway(async ({ tenant }) => {
      const barred = { ...tenant, apiKey: tenant.keys.revoked };
      await assert.rejects(draw('a lighthouse', barred), { status: 401 });
    }),
  );
});
