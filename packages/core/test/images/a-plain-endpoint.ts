import type { ImageEndpoint } from '@model-gateway/core';

/** An endpoint that can make one PNG, and no more. */
export function aPlainEndpoint(given: Partial<ImageEndpoint> = {}): ImageEndpoint {
  return {
    formats: ['png'],
    maxImages: 1,
    maxReferences: 0,
    seed: false,
    compression: false,
    streams: false,
    passthrough: new Set(),
    pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
    ...given,
  };
}
