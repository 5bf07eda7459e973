import { aliasTargets } from './alias.ts';
import { costToGive } from './free-variant.ts';
import { indexOf, placeAt, rowBefore, type Place } from './layout.ts';
import type { Roster } from './sample/roster.ts';

/** The models that the free variants and aliases of a catalog stand for. */
export interface Companions {
  /** The model in the same row that a host would most likely give away. */
  paidBeside(index: number): Place & { readonly position: number };
  /** The ordinal of the model that the alias with this ordinal stands for. */
  targetOf(ordinal: number): number;
  /** The index of the model that a free variant or an alias stands for; undefined for others. */
  companionOf(index: number): number | undefined;
}

/** Finds companions among the text models of `roster`. */
export function createCompanions(roster: Roster): Companions {
  const targets = aliasTargets(roster);

  function paidBeside(index: number) {
    const [paid] = rowBefore(index)
      .map((position) => ({ position, ...placeAt(position) }))
      .filter(({ kind }) => kind === 'text')
      .map((place) => ({ ...place, cost: costToGive(roster.at(place.ordinal)) }))
      .sort((one, other) => one.cost - other.cost);
    if (paid === undefined) throw new RangeError(`expected a text model in the row of ${index}`);
    return paid;
  }

  function targetOf(ordinal: number): number {
    const round = Math.floor(ordinal / targets.length);
    return (targets[ordinal % targets.length] ?? 0) + round * roster.chosen.length;
  }

  function companionOf(index: number): number | undefined {
    const { kind, ordinal } = placeAt(index);
    if (kind === 'free') return paidBeside(index).position;
    return kind === 'alias' ? indexOf('text', targetOf(ordinal)) : undefined;
  }

  return { paidBeside, targetOf, companionOf };
}
