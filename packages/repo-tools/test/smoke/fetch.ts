import { fetchGateway } from '@model-gateway/fetch';
import { AUTHORIZATION, expectModels, sampleGateway } from './sample-gateway.ts';

async function main(): Promise<void> {
  const headers = { authorization: AUTHORIZATION };
  const answer = fetchGateway(sampleGateway().handle);
  const response = await answer(new Request('https://example.test/v1/models', { headers }));
  expectModels(response?.status, (await response?.text()) ?? '');
}

void main();
