import * as v from 'valibot';
import { CHAT_COMPLETIONS } from '../chat/dialects/chat-completions/dialect.ts';
import { MESSAGES } from '../chat/dialects/messages/dialect.ts';
import { RESPONSES } from '../chat/dialects/responses/dialect.ts';
import type { Dialect } from '../chat/dialects/dialect.ts';
import type { GatewayRequest } from '../http/message.ts';
import type { ChatRequest } from '../ports/conversation.ts';
import type { ConversationOperationId } from './face-operations.ts';
import { countMessageTokens } from './count-message-tokens.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createMessage } from './create-message.ts';
import { createResponse } from './create-response.ts';

type Reader = (body: unknown, request: Pick<GatewayRequest, 'headers'>) => ChatRequest | undefined;

const READERS: Readonly<Record<ConversationOperationId, Reader>> = {
  createChatCompletion: readerOf(createChatCompletion.body.schema, CHAT_COMPLETIONS),
  createMessage: readerOf(createMessage.body.schema, MESSAGES),
  countMessageTokens: readerOf(countMessageTokens.body.schema, MESSAGES),
  createResponse: readerOf(createResponse.body.schema, RESPONSES),
};

/**
 * Reads the conversation in the body of an operation; undefined for other operations, and for bodies
 * that the operation refuses.
 */
export function readConversation(
  operation: string,
  body: unknown,
  request: Pick<GatewayRequest, 'headers'>,
): ChatRequest | undefined {
  const readers: Readonly<Record<string, Reader>> = READERS;
  return Object.hasOwn(readers, operation) ? readers[operation]?.(body, request) : undefined;
}

function readerOf<Body>(schema: v.GenericSchema<unknown, Body>, dialect: Dialect<Body>): Reader {
  return (body, request) => {
    const parsed = v.safeParse(schema, body);
    const read = parsed.success ? dialect.read(parsed.output, request) : undefined;
    return read !== undefined && 'request' in read ? read.request : undefined;
  };
}
