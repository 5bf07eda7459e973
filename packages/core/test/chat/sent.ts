import type { ChatEndpoint } from '@model-gateway/core/chat';
import { aChatGateway, aTalker, says } from './chat-builders.ts';

/** Sends a body to one endpoint; returns the job that it got, if any. */
export async function sent(endpoint: ChatEndpoint, body: object) {
  const talker = aTalker('one', says(['a']), endpoint);
  const response = await aChatGateway([talker]).chat(body);
  return { response, request: talker.jobs[0]?.request, job: talker.jobs[0] };
}
