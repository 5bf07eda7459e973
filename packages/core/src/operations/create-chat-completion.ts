import { CHAT_COMPLETIONS } from '../chat/dialects/chat-completions/dialect.ts';
import { ERROR_FORM } from '../chat/dialects/chat-completions/write-error.ts';
import { ChatCompletionRequestSchema } from '../resources/chat-completion-request.ts';
import { ChatCompletionChunkSchema, ChatCompletionSchema } from '../resources/chat-completion.ts';
import { CONVERSATION, continueConversation } from './continue-conversation.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /chat/completions. Source: contract §12. */
export const createChatCompletion = defineOperation({
  ...CONVERSATION,
  id: 'createChatCompletion',
  path: '/chat/completions',
  summary: 'Continue a conversation',
  description:
    'Answers the last message of a conversation, with text, or with calls of the tools that it ' +
    'names. Parameters that only tune the answer and that a provider does not have are left out ' +
    'and reported in `x-gateway-warnings`; where one matters, another provider is asked. With ' +
    '`stream: true` the answer comes as server-sent events, the last of which is `[DONE]`.',
  body: { schema: ChatCompletionRequestSchema, secrets: [], exact: true },
  response: ChatCompletionSchema,
  events: ChatCompletionChunkSchema,
  errorForm: ERROR_FORM,
  handle: (input, context: GatewayContext) =>
    continueConversation(CHAT_COMPLETIONS, input, context),
});
