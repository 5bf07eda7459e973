import { RESPONSES } from '../chat/dialects/responses/dialect.ts';
import { ERROR_FORM } from '../chat/dialects/responses/write-error.ts';
import { ResponseRequestSchema } from '../resources/response-request.ts';
import { ResponseEventSchema, ResponseSchema } from '../resources/response.ts';
import { CONVERSATION, continueConversation } from './continue-conversation.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /responses. Source: contract §14. */
export const createResponse = defineOperation({
  ...CONVERSATION,
  id: 'createResponse',
  path: '/responses',
  summary: 'Continue a conversation of items',
  description:
    "The interface of OpenAI's Responses, without a memory: each request has the whole " +
    'conversation, and members that would need an earlier one are refused. Tools that the gateway ' +
    'would have to run are left out and reported in `x-gateway-warnings`. With `stream: true` the ' +
    'answer comes as server-sent events, named and numbered, the last of which has the whole response.',
  body: { schema: ResponseRequestSchema, secrets: [], exact: true },
  response: ResponseSchema,
  events: ResponseEventSchema,
  errorForm: ERROR_FORM,
  handle: (input, context: GatewayContext) => continueConversation(RESPONSES, input, context),
});
