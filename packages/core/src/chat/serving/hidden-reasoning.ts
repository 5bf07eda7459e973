import type { ChatPart } from '../../ports/chat-parts.ts';
import type { Block } from '../../ports/conversation.ts';
import type { Dialect } from '../dialects/dialect.ts';

type Left = Dialect<never>['hiddenReasoning'];

/** Takes the reasoning out of a stream for a client that does not want to see it. */
export class HiddenReasoning {
  readonly #left: Left;
  /** Blocks of reasoning that are open, which the client sees once they have a seal. */
  readonly #open = new Map<number, ChatPart>();

  constructor(left: Left) {
    this.#left = left;
  }

  shown(parts: readonly ChatPart[]): readonly ChatPart[] {
    return parts.flatMap((part) => {
      if (part.type === 'open' && part.kind === 'reasoning') this.#open.set(part.block, part);
      if (part.type === 'whole') return part.value.type === 'reasoning' ? this.#whole(part) : part;
      const open = 'block' in part ? this.#open.get(part.block) : undefined;
      if (open === undefined) return part;
      if (part.type !== 'close') return [];
      this.#open.delete(part.block);
      return this.#left === 'seals' && part.sealed !== undefined ? [open, part] : [];
    });
  }

  #whole(part: ChatPart & { readonly type: 'whole' }): readonly ChatPart[] {
    return hideReasoning([part.value], this.#left).map((value) => ({ ...part, value }));
  }
}

/** Takes the reasoning out of a whole answer. */
export function hideReasoning(blocks: readonly Block[], left: Left): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.type !== 'reasoning') return [block];
    return left === 'seals' && block.sealed !== undefined ? [{ ...block, text: '' }] : [];
  });
}
