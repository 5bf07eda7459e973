/**
 * The gateway mounted at /v1 in connect, with authentication, credits and limits, over providers
 * that ask an upstream and providers that have the image themselves. Arguments: the upstream's port,
 * the world's file.
 */
import { createServer } from 'node:http';
import {
  createMemoryCreditLedger,
  createMemoryRateLimiter,
  systemClock,
  type ImageData,
  type ImageEndpoint,
  type ImageProvider,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { openai } from '@model-gateway/providers/openai';
import { readWorld } from '../fixtures/world-file.ts';
import { HOSTS } from '../hosts.ts';
import { createBenchGateway, CREDIT_ACCOUNT } from './bench-gateway.ts';
import { benchImage } from './bench-image.ts';
import { serveForBench } from './control.ts';
import { GENERATED, OPENAI, RELAYED } from './image-routes.ts';

const [port = '', worldFile = ''] = process.argv.slice(2);
const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });

const ENDPOINT: ImageEndpoint = {
  formats: ['png'],
  maxImages: 1,
  maxReferences: 0,
  seed: false,
  compression: false,
  streams: true,
  passthrough: new Set(),
  pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
};

// Made when they are first asked for: what measures memory asks for none of them.
const image = once(() => benchImage(1));
const largeImage = once(() => benchImage(16));

const world = readWorld(worldFile);
const maker = world.models.find(({ model }) =>
  model.architecture.output_modalities.includes('image'),
);
if (maker === undefined) throw new Error('no model of the world makes images');
const makers = [RELAYED, OPENAI, GENERATED].flatMap(Object.values<string>).map((route) => ({
  ...maker,
  model: { ...maker.model, id: `bench/${route}`, canonical_slug: `bench/${route}` },
}));

const gateway = createBenchGateway(
  { models: [...world.models, ...makers], revision: world.revision },
  {
    providers: [
      ...Object.values(RELAYED).map(asksUpstream),
      ...Object.values(OPENAI).map(asksOpenAi),
      has(GENERATED.fromBytes, () => ({ encoding: 'bytes', bytes: image() })),
      has(
        GENERATED.fromBase64,
        once(() => base64Of(image())),
      ),
      has(GENERATED.largeFromBytes, () => ({ encoding: 'bytes', bytes: largeImage() })),
      has(
        GENERATED.largeFromBase64,
        once(() => base64Of(largeImage())),
      ),
    ],
    http,
    ledger: createMemoryCreditLedger({ [CREDIT_ACCOUNT]: '1000000000' }),
    limiter: createMemoryRateLimiter({ limit: 1e9, windowSeconds: 3600, clock: systemClock }),
  },
);
await gateway.ready();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));

function asksUpstream(route: string): ImageProvider {
  return upstreamGateway({
    slug: route,
    name: route,
    baseUrl: `http://127.0.0.1:${port}/${route}`,
    apiKey: 'bench',
    http,
    models: { [`bench/${route}`]: { endpoint: ENDPOINT } },
  });
}

function asksOpenAi(route: string): ImageProvider {
  return openai({
    slug: route,
    name: route,
    baseUrl: `http://127.0.0.1:${port}/${route}`,
    apiKey: 'bench',
    http,
    models: { [`bench/${route}`]: { like: 'openai/gpt-image-2' } },
  });
}

function has(route: string, dataOf: () => ImageData): ImageProvider {
  return {
    slug: route,
    name: route,
    endpoint: (model) => (model === `bench/${route}` ? ENDPOINT : undefined),
    async *generate() {
      yield { type: 'image', index: 0, data: dataOf(), mediaType: 'image/png' };
      yield { type: 'done' };
    },
  };
}

function base64Of(bytes: Buffer): ImageData {
  return { encoding: 'base64', parts: [Buffer.from(bytes.toString('base64'), 'latin1')] };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
