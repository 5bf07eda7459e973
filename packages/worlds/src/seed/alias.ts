import type { Faker } from '@faker-js/faker';
import type { Model } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { chance, type Draws } from './draws/draws.ts';
import { linksOf } from './products/identity.ts';
import { listedOn } from './products/listed-on.ts';
import type { Product } from './products/product.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from './dates/reference-date.ts';
import type { Roster } from './products/roster.ts';

/** The target of an alias, and its position in the roster of text models. */
export interface AliasTarget {
  readonly product: Product;
  readonly ordinal: number;
}

/**
 * The lines that have an alias, in the order in which their newest model appears: so the model
 * stands before its alias however short the catalog is. Observed: aliases exist for what the
 * vendors of closed models sell now.
 */
export function aliasTargets({ releases }: Roster): AliasTarget[] {
  return releases
    .map((product, ordinal) => ({ product, ordinal }))
    .filter(({ product }) => isNewestOfClosed(product));
}

/** Vendors point no alias at a line that they no longer develop. */
const CURRENT_MONTHS = 24;

function isNewestOfClosed({ family, key: [, generation] }: Product): boolean {
  const closed = family.house !== 'open' && family.house !== 'community';
  const [, monthsOld] = family.generations[generation] ?? ['', Infinity];
  return closed && generation === family.generations.length - 1 && monthsOld < CURRENT_MONTHS;
}

/** `~orrery/sxt-mini-latest` */
function aliasId({ authorSlug, family, tier }: Product): string {
  return `~${authorSlug}/${[family.slug, tier.slug, 'latest'].filter(Boolean).join('-')}`;
}

/**
 * Observed: an alias has its target's prices, limits and parameters, the router's tokenizer, a slug
 * of its own, no benchmarks, and the date on which the alias was made.
 */
export function aliasModel(product: Product, target: Model, index: number, draws: Draws): Model {
  const id = aliasId(product);
  const line = [product.family.name, product.tier.name].filter(Boolean).join(' ');
  const faker = draws('alias', index);
  const created = madeAt(faker);
  // Observed: most aliases run author and model together.
  const named = chance(faker, 0.35);
  return {
    id,
    canonical_slug: id,
    name: `${product.author.name}${named ? ': ' : ' '}${line} Latest`,
    created,
    description: `Always the newest ${line} by ${product.author.name}; now ${product.name}.`,
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

/** Unix seconds. */
function madeAt(faker: Faker): number {
  const isFirst = chance(faker, TOGETHER.share);
  const later = faker.number.int({ min: 1, max: TOGETHER.daysOld - 1 });
  if (!isFirst) return listedOn(REFERENCE_SECONDS - later * SECONDS_PER_DAY, faker);
  const evening = REFERENCE_SECONDS - TOGETHER.daysOld * SECONDS_PER_DAY + 19.5 * 3600;
  return evening + faker.number.int({ max: TOGETHER.seconds });
}

/** An alias may be older than its target knows, or much younger: then its cutoff is unknown. */
function cutoffAt(created: number, { knowledge_cutoff: date }: Model): string | null {
  if (date == null) return null;
  const days = (created - Date.parse(date) / 1000) / SECONDS_PER_DAY;
  return days > 0 && days < 3 * 365 ? date : null;
}
