import { defineOperation } from '@model-gateway/core';
import { eventsResponse } from '@model-gateway/core/http';
import * as v from 'valibot';

const Message = v.object({ role: v.string(), content: v.string() });

/** Streamed chat completions, as a gateway of your own may define them. */
export const createChat = defineOperation({
  id: 'createChat',
  method: 'POST',
  path: '/chat/completions',
  summary: 'Answer a conversation, word by word',
  permission: 'inference',
  body: {
    schema: v.object({ model: v.string(), stream: v.literal(true), messages: v.array(Message) }),
  },
  handle: async ({ body }) => eventsResponse(wordsOf(body.messages.at(-1)?.content ?? '')),
});

/** A model that repeats its input. */
async function* wordsOf(text: string) {
  yield { data: chunk({ role: 'assistant', content: '' }) };
  for (const word of text.split(' ')) yield { data: chunk({ content: `${word} ` }) };
  yield { data: chunk({}, 'stop') };
  yield { data: '[DONE]' };
}

function chunk(delta: object, finish_reason: string | null = null): string {
  return JSON.stringify({
    id: 'chat-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
}
