/**
 * The gateway mounted at /v1 in connect, with authentication, credits and limits, over providers
 * that ask an upstream and providers that have the image themselves. Arguments: the upstream's port,
 * the world's file.
 */
import { createServer } from 'node:http';
import type { ImageData, Provider } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { openai } from '@model-gateway/providers/openai';
import { readWorld } from '../world-file.ts';
import { HOSTS } from '../hosts.ts';
import { chargedImages, createBenchGateway } from '../gateway/bench-gateway.ts';
import { benchImage } from './bench-image.ts';
import { serveForBench } from './control.ts';
import { GENERATED, OPENAI, RELAYED } from './image-routes.ts';
import { ONE_PNG, relayProvider } from './relay-provider.ts';
import { withModels } from './with-models.ts';

const [port = '', worldFile = ''] = process.argv.slice(2);
const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });

// Made when they are first asked for: what measures memory asks for none of them.
const image = once(() => benchImage(1));
const largeImage = once(() => benchImage(16));

const routes = [RELAYED, OPENAI, GENERATED].flatMap(Object.values<string>);
const providers = [
  ...Object.values(RELAYED).map((route) => relayProvider(route, Number(port), http)),
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
];

const gateway = createBenchGateway(
  withModels(readWorld(worldFile), 'image', routes),
  chargedImages(providers, http),
);
await gateway.ready();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));

function asksOpenAi(route: string): Provider {
  return openai({
    slug: route,
    name: route,
    baseUrl: `http://127.0.0.1:${port}/${route}`,
    apiKey: 'bench',
    http,
    models: { [`bench/${route}`]: { like: 'openai/gpt-image-2' } },
  });
}

function has(route: string, dataOf: () => ImageData): Provider {
  return {
    slug: route,
    name: route,
    images: {
      endpoint: (model) => (model === `bench/${route}` ? ONE_PNG : undefined),
      async *generate() {
        yield { type: 'image', index: 0, data: dataOf(), mediaType: 'image/png' };
        yield { type: 'done' };
      },
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
