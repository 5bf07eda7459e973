import { describe, expect, test } from '@jest/globals';
import { gatewayFixtures } from '@model-gateway/mock/jest';
import { draw } from './draw.ts';

const withGateway = gatewayFixtures({ seed: 7 });

test(
  'draws, and pays for it',
  withGateway(async ({ tenant }) => {
    const image = await draw('a lighthouse', tenant);
    expect(new TextDecoder().decode(image.subarray(1, 4))).toBe('PNG');
    tenant.requests('createImage').expectCount(1).last().expectBody({ prompt: 'a lighthouse' });
  }),
);

test(
  'gives up after three times',
  withGateway(async ({ tenant }) => {
    tenant.on('createImage').failAlways(529);
    await expect(draw('a red panda', tenant)).rejects.toThrow(/provider returned error/i);
    tenant.requests('createImage').expectCount(3);
  }),
);

test.each([1, 2])(
  'asks again after %i times',
  withGateway(async ({ tenant }, times: number) => {
    tenant.on('createImage').fail(529, { times });
    await draw('a red panda', tenant);
    tenant
      .requests('createImage')
      .expectCount(times + 1)
      .expectBody({ prompt: 'a red panda' });
  }),
);

describe('without credits', () => {
  const withPoorTenant = gatewayFixtures({ seed: 7, tenant: { credits: 0 } });

  test(
    'says so at once',
    withPoorTenant(async ({ tenant }) => {
      await expect(draw('a red panda', tenant)).rejects.toThrow(/credits/i);
      tenant.requests('createImage').expectCount(1);
    }),
  );
});
