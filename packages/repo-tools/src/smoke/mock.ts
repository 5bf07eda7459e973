import { startMockGateway } from '@model-gateway/mock';
import { expectModels } from './sample-gateway.ts';

async function main(): Promise<void> {
  const mock = await startMockGateway();
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const response = await fetch(`${mock.baseURL}/models`, { headers });
  expectModels(response.status, await response.text());
  await mock.close();
}

void main();
