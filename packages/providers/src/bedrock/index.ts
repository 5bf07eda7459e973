import { systemClock, type Clock } from '@model-gateway/core';
import { matching } from '@model-gateway/core/kit';
import { defineChatProvider } from '../parts/define-chat-provider.ts';
import { CONVERSE_FAILURES } from '../wires/bedrock/failures.ts';
import { bedrockConverse } from '../wires/bedrock/converse.ts';
import { BEDROCK_MODELS } from './models.ts';
import { bedrockHeaders } from './sign.ts';

/** Options of Amazon Bedrock. */
export interface BedrockOptions {
  /** For example `eu-central-1`; `us-east-1` by default. */
  readonly region?: string;
  readonly clock?: Clock | undefined;
}

const USUAL_REGION = 'us-east-1';

/**
 * Creates a provider for models on Amazon Bedrock, over its Converse. `apiKey` is a key of Bedrock,
 * or keys of AWS as one text, `id:secret` or `id:secret:session`, by which each request is signed; a
 * function can fetch passing ones. `upstream` of a model is its id, or that of an inference profile.
 *
 * @example
 * bedrock({ region: 'eu-central-1', apiKey: `${id}:${secret}`, http });
 */
export const bedrock = defineChatProvider<BedrockOptions>({
  slug: 'bedrock',
  name: 'Amazon Bedrock',
  env: 'AWS_BEARER_TOKEN_BEDROCK',
  options: { region: matching(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'a region such as eu-central-1') },
  baseUrl: ({ region = USUAL_REGION }) => `https://bedrock-runtime.${region}.amazonaws.com`,
  authorize: (key, { region = USUAL_REGION, clock = systemClock }, request) =>
    bedrockHeaders(key, request, { region, now: clock.now() }),
  keyTest: {
    path: '/foundation-models',
    base: (url) => url.replace('://bedrock-runtime.', '://bedrock.'),
    // A key that may use models need not be one that may list them.
    failures: [{ message: /not authorized to perform/i, is: 'parameter' }],
  },
  chat: {
    wire: 'bedrock-converse',
    traits: () => ({ fetches: () => false }),
    models: () => BEDROCK_MODELS,
    failures: () => CONVERSE_FAILURES,
    answer: bedrockConverse,
    // Thinking is signed for the model that thought it.
    sealsByModel: true,
  },
});
