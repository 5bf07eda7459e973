import { defineChatProvider } from '../parts/define-chat-provider.ts';
import { ANTHROPIC_CHAT } from './chat.ts';

/**
 * Creates a provider for Anthropic's language models, over its Messages.
 *
 * @example
 * anthropic({ apiKey, http, models: { 'anthropic/claude-sonnet-5.5': {} } });
 */
export const anthropic = defineChatProvider({
  slug: 'anthropic',
  name: 'Anthropic',
  env: 'ANTHROPIC_API_KEY',
  baseUrl: 'https://api.anthropic.com/v1',
  // Takes keys of every kind, in both versions of the interface.
  authorize: (key) => ({ 'x-api-key': key }),
  keyTest: { path: '/models?limit=1', headers: { 'anthropic-version': '2026-10-21' } },
  chat: ANTHROPIC_CHAT,
});
