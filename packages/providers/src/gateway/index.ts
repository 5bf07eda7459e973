import { TEXT } from '@model-gateway/core/kit';
import { bearer } from '../http/authorize.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { GATEWAY_CHAT } from './chat.ts';
import { toImageRequest } from './images.ts';

/** Options of an upstream that is such a gateway itself. */
export interface UpstreamGatewayOptions {
  /** With its version segment: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Lower case, for example `acme-cloud`; `provider.only` and `provider.order` refer to it. */
  readonly slug: string;
  /** Display name, also sent in the header `x-provider-name`. */
  readonly name: string;
  /** Path of images below `baseUrl`; `/images` by default. */
  readonly path?: string;
}

/**
 * Creates a provider for an upstream with the gateway's own API of images and conversations. Its
 * models are those of its options: of images with a whole endpoint, of conversations with context and pricing.
 * Source: contract §8.7, §4, §12.
 */
export const upstreamGateway = defineImageProvider<object, UpstreamGatewayOptions>({
  slug: '',
  name: '',
  baseUrl: '',
  options: { path: { ...TEXT, must: 'a path below baseUrl, such as /images' } },
  authorize: bearer,
  keyTest: { path: '/models?limit=1' },
  models: {},
  chat: GATEWAY_CHAT,
  wire: {},
  run: (job, { upstream }, call, { path = '/images' }) =>
    call.images({
      path: `/${path.replace(/^\/+/, '')}`,
      accept: job.stream ? 'text/event-stream, application/json' : 'application/json',
      json: toImageRequest(job, upstream),
    }),
});
