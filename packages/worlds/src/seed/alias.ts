import type { Model } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { chance, type Draws } from './draws/draws.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from './dates/reference-date.ts';
import { linksOf } from './sample/model-of.ts';
import type { Product } from './sample/product.ts';
import { PROTOTYPES, type Prototype } from './sample/prototype.ts';
import type { Roster } from './sample/roster.ts';
import { written } from './sample/written.ts';

/** Vendors point no alias at what is older. */
const CURRENT_MINUTES = 24 * 30 * 1440;

/**
 * Returns the ordinals of the models that have an alias, in their order: so the model stands before
 * its alias however short the catalog is. Observed: aliases exist for the newest of each line of
 * closed models.
 */
export function aliasTargets({ chosen }: Roster): readonly number[] {
  const newest = new Map<string, number>();
  const listed = chosen.map((position) => PROTOTYPES.models[position]);
  for (const [ordinal, prototype] of listed.entries()) {
    if (prototype === undefined || !isCurrent(prototype)) continue;
    const line = `${prototype.family} ${lineOf(prototype)}`;
    const before = listed[newest.get(line) ?? -1]?.minutes ?? Infinity;
    if (prototype.minutes < before) newest.set(line, ordinal);
  }
  return [...newest.values()].toSorted((one, other) => one - other);
}

function isCurrent({ hub, minutes, id }: Prototype): boolean {
  return hub !== true && minutes < CURRENT_MINUTES && !/:|latest/.test(id);
}

/** The words of its id without numbers and dates: `{0}-mini`. */
function lineOf({ id }: Prototype): string {
  const words = id.replace(/#.*?(?=-|$)/g, '').split('-');
  return words.filter((word) => /^[a-z{]/.test(word) && !/^[a-z]$|\{[A-Z]/.test(word)).join('-');
}

/** Observed: most aliases run vendor and model together. */
const WITH_COLON = 0.35;

/**
 * Observed: an alias has its target's prices, limits and parameters, the router's tokenizer, a slug
 * of its own, no benchmarks, and the date on which the alias was made.
 */
export function aliasModel(product: Product, target: Model, index: number, draws: Draws): Model {
  const { prototype, line, name } = product;
  const words = written(lineOf(prototype), line, 0);
  const id = `~${line.vendor.slug}/${words}-latest`;
  const title = words.replaceAll(
    /(?:^|-)([a-z])/g,
    (_, letter: string) => ` ${letter.toUpperCase()}`,
  );
  const faker = draws('alias', index);
  const created = madeAt(faker.number.float(), faker.number.float());
  const colon = chance(faker, WITH_COLON) ? ':' : '';
  const now = name.replace(/^[^:]*: /, '').trim();
  return {
    id,
    canonical_slug: id,
    name: `${line.vendor.name}${colon}${title} Latest`,
    created,
    description: `Always the newest${title} by ${line.vendor.name}; now ${now}.`,
    context_length: target.context_length,
    architecture: { ...target.architecture, tokenizer: 'Router', instruct_type: null },
    pricing: target.pricing,
    top_provider: target.top_provider,
    per_request_limits: null,
    supported_parameters: target.supported_parameters,
    default_parameters: target.default_parameters,
    supported_voices: null,
    knowledge_cutoff: cutoffAt(created, target),
    expiration_date: null,
    links: linksOf(id),
    ...present({ reasoning: target.reasoning }),
    model_hub_id: null,
  };
}

/** Observed: seven of ten aliases were made within three minutes, three months before the catalog. */
const TOGETHER = { share: 0.7, daysOld: 92, seconds: 180 };
const MOST_SECONDS = 7 * 3600;

/** Unix seconds; both arguments are drawn from 0 to 1. */
function madeAt(which: number, when: number): number {
  const day = REFERENCE_SECONDS - TOGETHER.daysOld * SECONDS_PER_DAY;
  if (which < TOGETHER.share) return Math.floor(day + 19.5 * 3600 + when * TOGETHER.seconds);
  const later = Math.floor(1 + (TOGETHER.daysOld - 2) * ((which - TOGETHER.share) / 0.3));
  return Math.floor(day + later * SECONDS_PER_DAY + 13 * 3600 + when * MOST_SECONDS);
}

/** An alias may be older than its target knows, or much younger: then its cutoff is unknown. */
function cutoffAt(created: number, { knowledge_cutoff: date }: Model): string | null {
  if (date == null) return null;
  const days = (created - Date.parse(date) / 1000) / SECONDS_PER_DAY;
  return days > 0 && days < 3 * 365 ? date : null;
}
