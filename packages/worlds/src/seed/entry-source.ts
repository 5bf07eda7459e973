import type { Faker } from '@faker-js/faker';
import type { CatalogEntry } from '@model-gateway/core';
import { aliasModel } from './alias.ts';
import { createCompanions } from './companions.ts';
import { createDraws } from './draws/draws.ts';
import { baseOf, freeVariantOf } from './free-variant.ts';
import { indexOf, placeAt, type RecordKind } from './layout.ts';
import { factsOf } from './model-facts.ts';
import { routerEntry } from './router.ts';
import { createRoster, type Roster, type RosterKind } from './sample/roster.ts';
import type { SignalFacts } from './signals/facts.ts';
import { signalsOf } from './signals/signals.ts';
import { tidied } from './tidied.ts';

export interface EntrySource {
  /** The entry at an index, from 0. Every call makes a new object. */
  entryAt(index: number): CatalogEntry;
  /** The index of the model that a free variant or an alias stands for; undefined for others. */
  companionOf(index: number): number | undefined;
}

/** How entries are made. */
export interface SourceOptions {
  /** True to leave out the small faults of real catalogs; false by default. */
  readonly tidy?: boolean | undefined;
}

/**
 * The catalog of a seed, without end. An entry is a function of the seed and its index: it does not
 * depend on which others are asked for, nor in which order.
 */
export function createEntrySource(
  seed: number,
  english: Faker,
  { tidy = false }: SourceOptions = {},
): EntrySource {
  const draws = createDraws(seed, english);
  const rosters = new Map<RosterKind, Roster>();
  const texts = rosterOf('text');
  const { paidBeside, targetOf, companionOf } = createCompanions(texts);

  return { entryAt, companionOf };

  function entryAt(index: number): CatalogEntry {
    const { kind, ordinal } = placeAt(index);
    if (kind === 'router') return routerEntry(ordinal, index, draws);
    const facts = factsAt(kind, ordinal, index);
    const entry = { model: facts.model, signals: signalsOf(facts, index, draws) };
    return tidy ? tidied(entry) : entry;
  }

  function factsAt(
    kind: Exclude<RecordKind, 'router'>,
    ordinal: number,
    index: number,
  ): SignalFacts {
    if (kind === 'free') return freeFacts(ordinal, index);
    if (kind === 'alias') return aliasFacts(ordinal, index);
    return factsOf(rosterOf(kind).at(ordinal), kind, index, draws);
  }

  function rosterOf(kind: RosterKind): Roster {
    const roster = rosters.get(kind) ?? createRoster(kind, draws);
    rosters.set(kind, roster);
    return roster;
  }

  function freeFacts(ordinal: number, index: number): SignalFacts {
    const paid = paidBeside(index);
    const facts = factsOf(texts.at(paid.ordinal), 'text', paid.position, draws);
    const base = tidy ? facts.model : baseOf(facts.model, ordinal, draws);
    return { ...facts, model: freeVariantOf(base, index, draws) };
  }

  function aliasFacts(ordinal: number, index: number): SignalFacts {
    const target = targetOf(ordinal);
    const product = texts.at(target);
    const facts = factsOf(product, 'text', indexOf('text', target), draws);
    return { ...facts, model: aliasModel(product, facts.model, index, draws) };
  }
}
