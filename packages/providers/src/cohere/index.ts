import { defineChatProvider } from '../parts/define-chat-provider.ts';
import { bearer } from '../http/authorize.ts';
import { COHERE_CHAT } from './chat.ts';
import { COHERE_VECTORS } from './vectors.ts';

/**
 * Creates a provider for Cohere's language models, embeddings and rankings. Embeddings are made for documents where the
 * request does not say what for (`input_type`), because the interface demands it; rankings are priced
 * by the unit of search, which is a query with up to 100 documents.
 */
export const cohere = defineChatProvider({
  slug: 'cohere',
  name: 'Cohere',
  env: 'COHERE_API_KEY',
  baseUrl: 'https://api.cohere.com',
  authorize: bearer,
  chat: COHERE_CHAT,
  keyTest: { path: '/v1/models?page_size=1' },
  vectors: COHERE_VECTORS,
});
