import type { HttpClient, ImageEndpoint, Provider } from '@model-gateway/core';
import { upstreamGateway } from '@model-gateway/providers/gateway';

/** What a model of the bench can do. */
export const ONE_PNG: ImageEndpoint = {
  formats: ['png'],
  maxImages: 1,
  maxReferences: 0,
  seed: false,
  compression: false,
  streams: true,
  passthrough: new Set(),
  pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
};

/** Asks an upstream with the same image API, on this machine, for the model of a route. */
export function relayProvider(route: string, port: number, http: HttpClient): Provider {
  return upstreamGateway({
    slug: route,
    name: route,
    baseUrl: `http://127.0.0.1:${port}/${route}`,
    apiKey: 'bench',
    http,
    models: { [`bench/${route}`]: { endpoint: ONE_PNG } },
  });
}
