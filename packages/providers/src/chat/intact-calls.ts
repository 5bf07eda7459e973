import { ProviderFailure } from '@model-gateway/core';
import type { Block, ChatPart } from '@model-gateway/core/chat';
import { hasReplacement } from '../http/utf8-text.ts';

/**
 * Finds calls of an answer whose input has U+FFFD for bytes that were not UTF-8: a tool would run with
 * something else than the model said. Source: contract §12.2.
 */
export class IntactCalls {
  readonly #calls = new Set<number>();

  /** Takes note of the next parts, and throws `generation` for such a call; `parts` end before it. */
  check(parts: ChatPart[], isDamaged: boolean): void {
    for (const part of parts) {
      if (part.type === 'open' && part.kind === 'call') this.#calls.add(part.block);
    }
    if (!isDamaged) return;
    const at = parts.findIndex((part) => {
      if (part.type === 'whole') return isReplacedCall(part.value);
      return part.type === 'delta' && this.#calls.has(part.block) && hasReplacement(part.text);
    });
    if (at === -1) return;
    parts.length = at;
    throw new ProviderFailure('generation', 'it called a tool with arguments that are not UTF-8');
  }
}

/** Whether it calls a tool that only models of one wire know, such as a shell, with U+FFFD in it. */
function isReplacedCall(block: Block): boolean {
  if (block.type !== 'foreign' || !String(block.value['type']).endsWith('_call')) return false;
  return hasReplacement(JSON.stringify(block.value));
}
