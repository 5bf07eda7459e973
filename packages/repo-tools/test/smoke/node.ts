import { serve } from '@model-gateway/node';
import { AUTHORIZATION, expectModels, sampleGateway } from './sample-gateway.ts';

async function main(): Promise<void> {
  const server = await serve(sampleGateway().handle);
  const headers = { authorization: AUTHORIZATION };
  const response = await fetch(`${server.url}/models`, { headers });
  expectModels(response.status, await response.text());
  await server.close();
}

void main();
