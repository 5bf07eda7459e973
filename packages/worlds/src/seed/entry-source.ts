import type { Faker } from '@faker-js/faker';
import type { CatalogEntry } from '@model-gateway/core';
import { aliasModel, aliasTargets, type AliasTarget } from './alias.ts';
import { createDraws } from './draws/draws.ts';
import type { House } from './families/family.ts';
import type { MediaKind } from './families/media-families.ts';
import { baseOf, costToGive, freeVariantOf } from './free-variant.ts';
import { indexOf, placeAt, rowBefore, type Place } from './layout.ts';
import { mediaModel } from './media/media-model.ts';
import type { Product } from './products/product.ts';
import { createRosters } from './products/roster.ts';
import { routerEntry } from './router.ts';
import type { SignalFacts } from './signals/facts.ts';
import { signalsOf } from './signals/signals.ts';
import { textModel } from './text/text-model.ts';
import { tidied } from './tidied.ts';
import { traitsOf } from './text/traits.ts';

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
  const targets = aliasTargets(rosters.text);

  return { entryAt, companionOf };

  function entryAt(index: number): CatalogEntry {
    const { kind, ordinal } = placeAt(index);
    switch (kind) {
      case 'text':
        return withSignals(textFacts(rosters.text.at(ordinal), index), index);
      case 'free':
        return withSignals(freeFacts(ordinal, index), index);
      case 'alias':
        return withSignals(aliasFacts(ordinal, index), index);
      case 'router':
        return routerEntry(ordinal, index, draws);
      default:
        return withSignals(mediaFacts(rosters[kind].at(ordinal), kind, index), index);
    }
  }

  function companionOf(index: number): number | undefined {
    const { kind, ordinal } = placeAt(index);
    if (kind === 'free') return paidBeside(index).position;
    return kind === 'alias' ? indexOf('text', targetOf(ordinal).ordinal) : undefined;
  }

  function withSignals(facts: SignalFacts, index: number): CatalogEntry {
    const entry = { model: facts.model, signals: signalsOf(facts, index, draws) };
    return tidy ? tidied(entry) : entry;
  }

  function textFacts(product: Product, index: number): SignalFacts {
    const traits = traitsOf(product, index, draws);
    return {
      ...sellerOf(product),
      model: textModel(traits, index, draws),
      kind: 'text',
      intelligence: traits.intelligence,
    };
  }

  /** The model in the same row that a host would most likely give away. */
  function paidBeside(index: number): Place & { readonly position: number } {
    const [paid] = rowBefore(index)
      .map((position) => ({ position, ...placeAt(position) }))
      .filter(({ kind }) => kind === 'text')
      .map((place) => ({ ...place, cost: costToGive(rosters.text.releaseOf(place.ordinal)) }))
      .sort((one, other) => one.cost - other.cost);
    if (paid === undefined) throw new RangeError(`expected a text model in the row of ${index}`);
    return paid;
  }

  function freeFacts(ordinal: number, index: number): SignalFacts {
    const paid = paidBeside(index);
    const facts = textFacts(rosters.text.at(paid.ordinal), paid.position);
    const base = tidy ? facts.model : baseOf(facts.model, ordinal, draws);
    return { ...facts, model: freeVariantOf(base, index, draws) };
  }

  function targetOf(ordinal: number): AliasTarget {
    const target = targets[ordinal];
    if (target === undefined) throw new RangeError(`expected one of ${targets.length} aliases`);
    return target;
  }

  function aliasFacts(ordinal: number, index: number): SignalFacts {
    const target = targetOf(ordinal);
    const facts = textFacts(target.product, indexOf('text', target.ordinal));
    return { ...facts, model: aliasModel(target.product, facts.model, index, draws) };
  }

  function mediaFacts(product: Product, kind: MediaKind, index: number): SignalFacts {
    return {
      ...sellerOf(product),
      model: mediaModel(product, kind, index, draws),
      kind,
      intelligence: 10 + 20 * product.tier.size,
    };
  }
}

const SERVED: Readonly<Record<House, SignalFacts['served']>> = {
  flagship: 'closed',
  assistant: 'closed',
  multimodal: 'closed',
  cloud: 'closed',
  open: 'open',
  community: 'community',
};

function sellerOf(product: Product): Pick<SignalFacts, 'authorSlug' | 'served' | 'focus' | 'size'> {
  const { authorSlug, family, tier } = product;
  return { authorSlug, served: SERVED[family.house], focus: tier.focus, size: tier.size };
}
