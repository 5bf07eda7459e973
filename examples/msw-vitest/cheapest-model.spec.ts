import { createMockGateway } from '@model-gateway/mock';
import { mswHandlers } from '@model-gateway/mock/msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cheapestModelWith } from './cheapest-model.ts';

const baseURL = 'https://gateway.example/v1';
const gateway = createMockGateway();
const server = setupServer(...mswHandlers(gateway, { baseURL }));

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

it('finds a model that takes the parameters', async () => {
  const id = await cheapestModelWith(['tools', 'reasoning'], { baseURL, apiKey: gateway.apiKey });
  const { models } = await gateway.ready();
  const model = models.find((entry) => entry.model.id === id)?.model;
  expect(model?.supported_parameters).toEqual(expect.arrayContaining(['tools', 'reasoning']));
});

it('finds nothing when no model takes them', async () => {
  const id = await cheapestModelWith(['flying'], { baseURL, apiKey: gateway.apiKey });
  expect(id).toBeUndefined();
});

it('passes on what the gateway says about a wrong key', async () => {
  const found = cheapestModelWith(['tools'], { baseURL, apiKey: gateway.keys.revoked });
  await expect(found).rejects.toThrow(/key/i);
});
