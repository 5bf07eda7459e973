import { encodeResponse } from '@model-gateway/core/http';
import { AUTHORIZATION, expectModels, sampleGateway } from './sample-gateway.ts';

async function main(): Promise<void> {
  const response = await sampleGateway().handle({
    method: 'GET',
    path: '/models',
    search: '',
    mount: '',
    headers: { authorization: AUTHORIZATION },
    body: { kind: 'none' },
  });
  if (response === undefined) throw new Error('the gateway did not answer GET /models');
  const { status, parts } = encodeResponse(response);
  const decoder = new TextDecoder();
  expectModels(status, parts.map((part) => decoder.decode(part)).join(''));
}

void main();
