import { createMockGateway, model, startMockGateway } from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import { mswHandlers } from '@model-gateway/mock/msw';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import { modelGateway } from '@model-gateway/mock/vite';
import { expectModels } from './sample-gateway.ts';

async function main(): Promise<void> {
  const mock = await startMockGateway();
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const response = await fetch(`${mock.baseURL}/models`, { headers });
  expectModels(response.status, await response.text());

  const remote = await connectMockGateway(mock.url);
  const tenant = await remote.tenant({ models: [model({ id: 'acme/quill-1' })] });
  const listed = await fetch(`${tenant.anyKeyURL}/models`, { headers });
  expectModels(listed.status, await listed.text());
  await mock.close();

  const [handler] = mswHandlers(createMockGateway());
  const request = new Request('https://app.example/v1/models', { headers });
  const result = await handler?.run({ request, requestId: '1' });
  expectModels(result?.response?.status, (await result?.response?.text()) ?? '');

  const plugin = modelGateway({ mount: '/api' });
  if (typeof plugin.configureServer !== 'function') throw new Error('expected a Vite plugin');

  if (typeof gatewayFixtures !== 'function') throw new Error('expected fixtures for node:test');
}

void main();
