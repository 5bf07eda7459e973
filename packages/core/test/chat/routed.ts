import type { ChatEndpoint } from '@model-gateway/core/chat';
import { aChatGateway, anEndpoint, aTalker, says } from './chat-builders.ts';

/** An endpoint whose tokens of input cost this much. */
export const priced = (prompt: string, changes: Partial<ChatEndpoint> = {}) =>
  anEndpoint({ pricing: { prompt, completion: '0' }, ...changes });

/** Providers that say their slug. */
export function talkers(endpoints: Readonly<Record<string, ChatEndpoint>>) {
  return Object.entries(endpoints).map(([slug, endpoint]) => aTalker(slug, says([slug]), endpoint));
}

/** Who answers. */
export async function servedBy(endpoints: Readonly<Record<string, ChatEndpoint>>, body: object) {
  const response = await aChatGateway(talkers(endpoints)).chat(body);
  return response.headers['x-provider-name']?.toLowerCase();
}
