import type { HttpClient } from '@model-gateway/core';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { openai } from '@model-gateway/providers/openai';
import { startFakeOpenAi } from '@model-gateway/providers/testing';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const http: HttpClient = async () => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: (async function* () {
    yield new TextEncoder().encode(JSON.stringify({ created: 1, data: [{ b64_json: PIXEL }] }));
  })(),
});

async function main(): Promise<void> {
  const provider = upstreamGateway({
    slug: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.example.com/v1',
    apiKey: 'secret',
    http,
    models: {
      'acme/painter': {
        endpoint: {
          formats: ['png'],
          maxImages: 1,
          maxReferences: 0,
          seed: false,
          compression: false,
          streams: false,
          passthrough: new Set(),
          pricing: [],
        },
      },
    },
  });
  const job = {
    model: 'acme/painter',
    prompt: 'a cat',
    n: 1,
    format: 'png',
    references: [],
    stream: false,
    options: {},
  } as const;
  const context = {
    signal: AbortSignal.timeout(5000),
    dispatched() {},
    progress() {},
    hold: () => undefined,
  };
  const types: string[] = [];
  for await (const { type } of provider.images.generate(job, context)) types.push(type);
  if (types.join() !== 'image,done') throw new Error(`expected an image, got ${types.join()}`);

  const { catalog } = openai({ apiKey: 'secret', http });
  if (catalog.length === 0) throw new Error('expected models of OpenAI');
  const fake = await startFakeOpenAi();
  const answer = await fetch(`${fake.baseUrl}/images/generations`, { method: 'POST', body: '{}' });
  await fake[Symbol.asyncDispose]();
  if (answer.status !== 401) throw new Error(`expected 401 without a key, got ${answer.status}`);
}

void main();
