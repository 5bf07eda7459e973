import { MESSAGES } from '../chat/dialects/messages/dialect.ts';
import { ERROR_FORM } from '../chat/dialects/messages/write-error.ts';
import { MessageEventSchema, MessageSchema } from '../resources/message.ts';
import { MessageRequestSchema } from '../resources/message-request.ts';
import { CONVERSATION, continueConversation } from './continue-conversation.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /messages. Source: contract §13. */
export const createMessage = defineOperation({
  ...CONVERSATION,
  id: 'createMessage',
  path: '/messages',
  summary: 'Continue a conversation in the form of Anthropic',
  description:
    'The same as `POST /chat/completions` for clients of Anthropic, with any model. What a provider ' +
    'does not have and does not matter, such as beta features and tools that Anthropic runs itself, ' +
    'is left out and reported in `x-gateway-warnings`. With `stream: true` the answer comes as ' +
    'server-sent events with names. The key may stand in `x-api-key` where `authorization` is absent.',
  body: { schema: MessageRequestSchema, secrets: [], exact: true },
  response: MessageSchema,
  events: MessageEventSchema,
  keyHeader: 'x-api-key',
  requestIdHeader: 'request-id',
  errorForm: ERROR_FORM,
  handle: (input, context: GatewayContext) => continueConversation(MESSAGES, input, context),
});
