import { defineFake } from '../fakes/fake-provider.ts';
import { openAiChatRoute } from '../fakes/openai-chat.ts';
import { openAiRoutes } from '../openai/fake.ts';
import { openAiError } from '../fakes/openai-shaped.ts';

/** Starts a fake of Azure OpenAI, images and conversations, which wants `api-version` in the query. */
export const startFakeAzure = defineFake({
  basePath: '/openai/v1',
  keyTest: '/openai/v1/models',
  routes: () =>
    [...openAiRoutes('/openai/v1'), openAiChatRoute('/openai/v1')].map((route) => ({
      ...route,
      answer: (request, match) =>
        request.query.has('api-version')
          ? route.answer(request, match)
          : openAiError(404, 'Resource not found', { code: '404' }),
    })),
  keyOf: ({ headers }) => headers['api-key'],
  unauthorized: openAiError(401, 'Access denied due to invalid subscription key.', { code: '401' }),
  notFound: openAiError(404, 'Resource not found', { code: '404' }),
});
