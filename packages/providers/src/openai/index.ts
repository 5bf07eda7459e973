import { OPENAI_CHAT } from './chat.ts';
import { OPENAI_VECTORS } from './embeddings.ts';
import { OPENAI_MODELS } from './models.ts';
import { bearer } from '../http/authorize.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { openAiRequest } from '../wires/openai-images/encode.ts';
import { OPENAI_FAILURES } from '../wires/openai-images/failures.ts';

/**
 * Creates a provider for OpenAI's images, conversations and embeddings. Tiers and ratios become sizes by their area; prices
 * are those of the tokens that it counts.
 */
export const openai = defineImageProvider({
  slug: 'openai',
  name: 'OpenAI',
  env: 'OPENAI_API_KEY',
  baseUrl: 'https://api.openai.com/v1',
  authorize: bearer,
  keyTest: {
    path: '/models',
    // A key that may use models need not be one that may list them.
    failures: [{ message: /missing scopes/i, is: 'parameter' }],
  },
  models: OPENAI_MODELS,
  chat: OPENAI_CHAT,
  vectors: OPENAI_VECTORS,
  wire: {},
  failures: OPENAI_FAILURES,
  run: (job, { upstream }, call) => call.images(openAiRequest(job, upstream)),
});
