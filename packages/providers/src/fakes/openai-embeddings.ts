import { setOf } from '../http/set-of.ts';
import type { FakeRoute } from './fake-provider.ts';
import { openAiError } from './openai-shaped.ts';
import { embeddingsRoute } from './vectors.ts';

/** The route of OpenAI's embeddings, below a path. */
export function openAiEmbeddingsRoute(basePath: string): FakeRoute {
  return embeddingsRoute(basePath, {
    members: setOf('model input dimensions encoding_format user'),
    mostInputs: 2048,
    usualLength: 1536,
    length: 'dimensions',
    encoding: 'encoding_format',
    takesTokens: true,
    usage: (tokens) => ({ prompt_tokens: tokens, total_tokens: tokens }),
    refuse: (message, param) => openAiError(400, message, { param }),
  });
}
