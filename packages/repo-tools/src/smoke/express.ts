import { createServer } from 'node:http';
import { expressGateway } from '@model-gateway/express';
import { AUTHORIZATION, expectModels, sampleGateway } from './sample-gateway.ts';

async function main(): Promise<void> {
  const middleware = expressGateway(sampleGateway().handle);
  const server = createServer((req, res) => {
    middleware(Object.assign(req, { baseUrl: '' }), res, () => res.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');

  const headers = { authorization: AUTHORIZATION };
  const response = await fetch(`http://127.0.0.1:${address.port}/models`, { headers });
  expectModels(response.status, await response.text());
  server.closeAllConnections();
  server.close();
}

void main();
