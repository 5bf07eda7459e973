import type { FaceName } from '../inference/routing/endpoints-of.ts';
import { countMessageTokens } from './count-message-tokens.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createEmbeddings } from './create-embeddings.ts';
import { createMessage } from './create-message.ts';
import { createRerank } from './create-rerank.ts';
import { createResponse } from './create-response.ts';
import { listEmbeddingModels } from './list-embedding-models.ts';
import type { AnyOperation } from './operation.ts';

/** The operations of conversations. Source: contract §12. */
export const CONVERSATION_OPERATIONS = [
  createChatCompletion,
  createMessage,
  countMessageTokens,
  createResponse,
] as const;

/**
 * The operations that a gateway has while one of its providers has the face; otherwise their paths
 * are the host's. Its type names theirs, so that declarations say them once. Source: contract §12,
 * §17, §18.
 */
export const FACE_OPERATIONS: {
  readonly chat: typeof CONVERSATION_OPERATIONS;
  readonly embeddings: readonly [typeof createEmbeddings, typeof listEmbeddingModels];
  readonly rerank: readonly [typeof createRerank];
} = {
  chat: CONVERSATION_OPERATIONS,
  embeddings: [createEmbeddings, listEmbeddingModels],
  rerank: [createRerank],
} as const satisfies Partial<Record<FaceName, readonly AnyOperation[]>>;

/** The name of an operation of conversations. */
export type ConversationOperationId = (typeof CONVERSATION_OPERATIONS)[number]['id'];

/** The name of an operation of any face. */
export type FaceOperationId = (typeof FACE_OPERATIONS)[keyof typeof FACE_OPERATIONS][number]['id'];

/** The faces by operation. */
const FACES: ReadonlyMap<AnyOperation, FaceName> = new Map(
  Object.entries(FACE_OPERATIONS).flatMap(([face, operations]) =>
    // The keys of the table are names of faces.
    operations.map((operation): [AnyOperation, FaceName] => [operation, face as FaceName]),
  ),
);

/** Returns the face that an operation needs; undefined for one that every gateway has. */
export function faceOf(operation: AnyOperation): FaceName | undefined {
  return FACES.get(operation);
}
