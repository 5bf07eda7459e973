import type { Block } from '@model-gateway/core/chat';

/** Returns a block without what is known of its tokens. */
export function unlogged(block: Block): Block {
  if (!('logprobs' in block)) return block;
  const { logprobs: _, ...others } = block;
  return others;
}
