import { nextTurn } from '@model-gateway/core/kit';

/** Takes about a millisecond to encode. */
const GROUP = 64;

/**
 * Encodes items in groups of 64, and lets the event loop go on between them: a batch of a thousand
 * records would hold up every request for as long as all of them take.
 */
export async function inTurns<Item, Part>(
  items: readonly Item[],
  encode: (group: readonly Item[]) => Part,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (let from = 0; from < items.length; from += GROUP) {
    if (from > 0) await nextTurn();
    parts.push(encode(items.slice(from, from + GROUP)));
  }
  return parts;
}
