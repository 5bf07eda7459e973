import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { mswHandlers } from '@model-gateway/mock/msw';
import { modelGateway } from '@model-gateway/mock/vite';
import { expectModels } from './sample-gateway.ts';

async function main(): Promise<void> {
  const mock = await startMockGateway();
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const response = await fetch(`${mock.baseURL}/models`, { headers });
  expectModels(response.status, await response.text());
  await mock.close();

  const [handler] = mswHandlers(createMockGateway());
  const request = new Request('https://app.example/v1/models', { headers });
  const result = await handler?.run({ request, requestId: '1' });
  expectModels(result?.response?.status, (await result?.response?.text()) ?? '');

  const plugin = modelGateway({ mount: '/api' });
  if (typeof plugin.configureServer !== 'function') throw new Error('expected a Vite plugin');
}

void main();
