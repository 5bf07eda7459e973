import type { Provider } from '@model-gateway/core';

/** A whole PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Answers any job with one picture. */
export const aPainter: Provider = {
  slug: 'acme-cloud',
  name: 'Acme Cloud',
  images: {
    endpoint: () => ({
      formats: ['png'],
      maxImages: 1,
      maxReferences: 0,
      seed: false,
      compression: false,
      streams: false,
      passthrough: new Set(),
      pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
    }),
    async *generate() {
      yield {
        type: 'image',
        index: 0,
        mediaType: 'image/png',
        data: { encoding: 'bytes', bytes: PNG },
      };
      yield { type: 'done' };
    },
  },
};
