import { ownTurn } from './own-turn.ts';
import type { View } from '../view/view.ts';

/** Takes 0.1 to 0.3 ms to encode. */
const GROUP = { records: 16, characters: 64 * 1024 };

/**
 * Encodes views in groups of at most 16 records, fewer where their texts are long, each in a turn
 * of the event loop that no other destination encodes in: a batch of a thousand records, or of every
 * destination at once, would hold up every request for as long as all of them take. The first group
 * waits too, because the request whose record made the batch full has yet to be answered.
 */
export async function inTurns<Part>(
  views: readonly View[],
  encode: (group: readonly View[]) => Part,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (let from = 0; from < views.length;) {
    const to = endOfGroup(views, from);
    const group = views.slice(from, to);
    parts.push(await ownTurn(() => encode(group)));
    from = to;
  }
  return parts;
}

/** Returns where the group that begins at `from` ends; it has one view at least. */
function endOfGroup(views: readonly View[], from: number): number {
  let characters = 0;
  let to = from;
  for (; to < views.length && to - from < GROUP.records; to++) {
    characters += charactersOf(views[to]);
    if (to > from && characters > GROUP.characters) break;
  }
  return to;
}

function charactersOf(view: View | undefined): number {
  const { prompt = '', output = '', failureMessage = '' } = view?.content ?? {};
  return prompt.length + output.length + failureMessage.length;
}
