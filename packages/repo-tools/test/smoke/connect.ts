import { connectGateway } from '@model-gateway/connect';
import { sampleGateway } from './sample-gateway.ts';
import { expectServed } from './served.ts';

async function main(): Promise<void> {
  const middleware = connectGateway(sampleGateway().handle);
  await expectServed((req, res) => middleware(req, res, () => res.writeHead(404).end()));
}

void main();
