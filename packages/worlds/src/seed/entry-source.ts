import type { Faker } from '@faker-js/faker';
import type { CatalogEntry } from '@model-gateway/core';
import { aliasModel } from './alias.ts';
import { createCompanions } from './companions.ts';
import { createDraws } from './draws/draws.ts';
import { baseOf, freeVariantOf } from './free-variant.ts';
import { indexOf, placeAt, type RecordKind } from './layout.ts';
import { mediaFacts, textFacts } from './model-facts.ts';
import { createRosters } from './products/roster.ts';
import { routerEntry } from './router.ts';
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
  const rosters = createRosters(draws);
  const { paidBeside, targetOf, companionOf } = createCompanions(rosters.text);

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
    switch (kind) {
      case 'text':
        return textFacts(rosters.text.at(ordinal), index, draws);
      case 'free':
        return freeFacts(ordinal, index);
      case 'alias':
        return aliasFacts(ordinal, index);
      default:
        return mediaFacts(rosters[kind].at(ordinal), kind, index, draws);
    }
  }

  function freeFacts(ordinal: number, index: number): SignalFacts {
    const paid = paidBeside(index);
    const facts = textFacts(rosters.text.at(paid.ordinal), paid.position, draws);
    const base = tidy ? facts.model : baseOf(facts.model, ordinal, draws);
    return { ...facts, model: freeVariantOf(base, index, draws) };
  }

  function aliasFacts(ordinal: number, index: number): SignalFacts {
    const target = targetOf(ordinal);
    const facts = textFacts(target.product, indexOf('text', target.ordinal), draws);
    return { ...facts, model: aliasModel(target.product, facts.model, index, draws) };
  }
}
