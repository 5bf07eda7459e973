import type { Provider } from '@model-gateway/core';
import { aPlainEndpoint } from '../../../core/test/images/a-plain-endpoint.ts';

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
    endpoint: () => aPlainEndpoint(),
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
