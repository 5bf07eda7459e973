import { ownTurn } from './own-turn.ts';
import type { View } from '../view/view.ts';

/** Takes 0.1 to 0.3 ms to encode. */
const GROUP = { records: 16, characters: 64 * 1024 };

type Encode<Part> = (group: readonly View[]) => Part;

/** A group that waits for its turn. */
interface WaitingGroup {
  readonly group: readonly View[];
  readonly encode: Encode<unknown>;
  readonly part: Promise<unknown>;
}

const waiting = new Set<WaitingGroup>();

/**
 * Encodes views in groups of at most 16 records, fewer where their texts are long, each in a turn
 * of the event loop that no other destination encodes in: a batch of a thousand records, or of every
 * destination at once, would hold up every request for as long as all of them take. The first group
 * waits too, because the request whose record made the batch full has yet to be answered.
 *
 * Destinations that wait to encode the same views with the same function share what it returns: as a
 * rule those of one kind in a workspace, since their batches become full with the same record.
 */
export async function inTurns<Part>(views: readonly View[], encode: Encode<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for (let from = 0; from < views.length;) {
    const to = endOfGroup(views, from);
    const group = views.slice(from, to);
    parts.push(await encoded(group, encode));
    from = to;
  }
  return parts;
}

function encoded<Part>(group: readonly View[], encode: Encode<Part>): Promise<Part> {
  for (const other of waiting) {
    // The same function returns the same type.
    if (other.encode === encode && areSame(other.group, group)) return other.part as Promise<Part>;
  }
  const part = ownTurn(() => {
    waiting.delete(entry);
    return encode(group);
  });
  const entry: WaitingGroup = { group, encode, part };
  waiting.add(entry);
  return part;
}

function areSame(views: readonly View[], others: readonly View[]): boolean {
  return views.length === others.length && views.every((view, i) => view === others[i]);
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
