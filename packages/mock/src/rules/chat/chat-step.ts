import type { ChatAnswer, ChatFailure } from '../../chat/answer-parts.ts';
import type { Conversation } from '../../chat/conversation.ts';

/** A step of a script: an answer, an error, or a function that decides by the conversation. */
export type ChatStep = ChatAnswer | ChatFailure | ChatFunction;

/** Decides on a step by the conversation. */
export type ChatFunction = (conversation: Conversation) => ChatStep | Promise<ChatStep>;
