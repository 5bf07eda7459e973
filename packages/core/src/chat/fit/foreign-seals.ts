import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { Block, ChatMessage } from '../../ports/conversation.ts';

/** A transcript that an issuer may get. */
interface OwnSeals {
  readonly messages: readonly ChatMessage[];
  readonly hasDropped: boolean;
}

/**
 * Leaves out what only another issuer can read: its reasoning as a whole, because a part of it would
 * not be accepted without the seal, and of a call only the seal. Source: contract §12.3.
 */
export function withoutForeignSeals(
  messages: readonly ChatMessage[],
  endpoint: Pick<ChatEndpoint, 'issuer' | 'wire'>,
): OwnSeals {
  // Most conversations have no sealed data.
  if (!messages.some(hasSeals)) return { messages, hasDropped: false };
  const own = issuersOf(endpoint);
  const isForeign = ({ sealed }: Block) => sealed !== undefined && !own.includes(sealed.issuer);
  const hasDropped = messages.some(({ blocks }) => blocks.some(isForeign));
  if (!hasDropped) return { messages, hasDropped };
  const kept = messages.map((message) => {
    if (!message.blocks.some(isForeign)) return message;
    const blocks = message.blocks.flatMap((block) => {
      if (!isForeign(block)) return [block];
      if (block.type === 'reasoning') return [];
      const { sealed: _, ...open } = block;
      return [open];
    });
    return { ...message, blocks };
  });
  return { messages: kept, hasDropped };
}

function hasSeals({ blocks }: ChatMessage): boolean {
  return blocks.some(({ sealed }) => sealed !== undefined);
}

/** Returns whose sealed data an endpoint takes: its own, and that of its wire without a name. */
export function issuersOf({
  issuer,
  wire,
}: Pick<ChatEndpoint, 'issuer' | 'wire'>): readonly string[] {
  return [issuer, wire];
}

/** Returns who issued the sealed data of a transcript. */
export function issuersIn(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const issuers = new Set<string>();
  for (const { blocks } of messages) {
    for (const { sealed } of blocks) if (sealed !== undefined) issuers.add(sealed.issuer);
  }
  return issuers;
}
