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

/** By their first view, so that finding one takes as long for a thousand destinations as for two. */
const waiting = new Map<View | undefined, WaitingGroup[]>();

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
  const [first] = group;
  const others = waiting.get(first) ?? [];
  const same = others.find((other) => other.encode === encode && areSame(other.group, group));
  // The same function returns the same type.
  if (same !== undefined) return same.part as Promise<Part>;
  const part = ownTurn(() => {
    stopWaiting(entry);
    return encode(group);
  });
  const entry: WaitingGroup = { group, encode, part };
  waiting.set(first, [...others, entry]);
  return part;
}

function stopWaiting(entry: WaitingGroup): void {
  const [first] = entry.group;
  const others = waiting.get(first)?.filter((other) => other !== entry) ?? [];
  if (others.length === 0) waiting.delete(first);
  else waiting.set(first, others);
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
