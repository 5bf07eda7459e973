import { gatewayTest } from '@model-gateway/mock/vitest';
import { expect } from 'vitest';
import { draw } from './draw.ts';

const test = gatewayTest({ seed: 7 });

test('draws, and pays for it', async ({ tenant }) => {
  const image = await draw('a lighthouse', tenant);
  expect(new TextDecoder().decode(image.subarray(1, 4))).toBe('PNG');
  tenant.requests('createImage').expectCount(1).last().expectBody({ prompt: 'a lighthouse' });
});

test('asks again while the providers are overloaded', async ({ tenant }) => {
  tenant.on('createImage').fail(529, { times: 2 });
  await draw('a red panda', tenant);
  tenant.requests('createImage').expectCount(3).expectBody({ prompt: 'a red panda' });
});

test('gives up after three times', async ({ tenant }) => {
  tenant.on('createImage').failAlways(529);
  await expect(draw('a red panda', tenant)).rejects.toThrow(/provider returned error/i);
  tenant.requests('createImage').expectCount(3);
});

test.describe('without credits', () => {
  test.override({ tenantOptions: { credits: 0 } });

  test('says so at once', async ({ tenant }) => {
    await expect(draw('a red panda', tenant)).rejects.toThrow(/credits/i);
    tenant.requests('createImage').expectCount(1);
  });
});
