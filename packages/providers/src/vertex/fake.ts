import { defineFake } from '../fakes/fake-provider.ts';
import { bearerOf } from '../fakes/openai-shaped.ts';
import { refuse } from '../fakes/gemini-refusals.ts';
import { vertexEmbeddingsRoute } from '../fakes/vertex-embeddings.ts';
import { geminiRoutes } from '../gemini/fake.ts';
import { vertexClaudeRoute } from './fake-claude.ts';

const BASE = '/v1beta1(?:/projects/[^/]+/locations/[^/]+)?';

/**
 * Starts a fake of Vertex AI, with express keys and access tokens: images and conversations of Google's
 * models, Messages of Anthropic's, with what the fakes of both check, and embeddings by `predict`.
 */
export const startFakeVertex = defineFake({
  basePath: '/v1beta1',
  routes: () => [
    ...geminiRoutes(`${BASE}/publishers/google`, true),
    vertexClaudeRoute(BASE),
    vertexEmbeddingsRoute(BASE),
  ],
  keyOf: (request) => request.headers['x-goog-api-key'] ?? bearerOf(request),
  unauthorized: refuse(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token.',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED',
        domain: 'googleapis.com',
        metadata: { service: 'aiplatform.googleapis.com' },
      },
    ],
  ),
  notFound: refuse(404, 'NOT_FOUND', 'Not found.'),
});
