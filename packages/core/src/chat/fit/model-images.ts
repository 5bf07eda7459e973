import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { Block, ChatMessage } from '../../ports/conversation.ts';

/** A transcript with no image that an endpoint cannot take back. */
interface OwnImages {
  readonly messages: readonly ChatMessage[];
  readonly hasDropped: boolean;
}

type Endpoint = Pick<ChatEndpoint, 'wire' | 'inputs' | 'modelImages'>;

/**
 * Leaves out media of the model's own turns where the wire has no place for them there. Source:
 * contract §12.11.
 */
export function withoutModelImages(
  messages: readonly ChatMessage[],
  { wire, inputs, modelImages: areTaken = wire === 'gemini' }: Endpoint,
): OwnImages {
  const isTaken = (block: Block) =>
    areTaken || (wire === 'openai-responses' && block.extras?.['id'] != null);
  const isLost = (block: Block) =>
    block.type === 'media' && !(isTaken(block) && inputs.has(block.kind));
  const hasLost = ({ role, blocks }: ChatMessage) => role === 'assistant' && blocks.some(isLost);
  // Most conversations have none.
  if (!messages.some(hasLost)) return { messages, hasDropped: false };
  const kept = messages.map((message) =>
    hasLost(message)
      ? { ...message, blocks: message.blocks.filter((block) => !isLost(block)) }
      : message,
  );
  return { messages: kept, hasDropped: true };
}
