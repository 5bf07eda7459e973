import { expressGateway } from '@model-gateway/express';
import { sampleGateway } from './sample-gateway.ts';
import { expectServed } from './served.ts';

async function main(): Promise<void> {
  const middleware = expressGateway(sampleGateway().handle);
  await expectServed((req, res) => {
    middleware(Object.assign(req, { baseUrl: '' }), res, () => res.writeHead(404).end());
  });
}

void main();
