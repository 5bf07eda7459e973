import { defineFake } from '../fakes/fake-provider.ts';
import { bearerOf } from '../fakes/openai-shaped.ts';
import { refuse } from '../fakes/gemini-refusals.ts';
import { geminiRoutes } from '../gemini/fake.ts';

/** Starts a fake of Vertex AI's `generateContent`, of images and conversations, with express keys and access tokens. */
export const startFakeVertex = defineFake({
  basePath: '/v1beta1/publishers/google',
  routes: () =>
    geminiRoutes('/v1beta1/(?:projects/[^/]+/locations/[^/]+/)?publishers/google', true),
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
