import type { Model } from '@model-gateway/core';
import { chance, type Draws } from './draws.ts';
import { idOf, type Product } from './product.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY, isoDate } from './reference-date.ts';

type Identity = Pick<Model, 'id' | 'canonical_slug' | 'name' | 'created' | 'links'>;

/** Observed: 45 % of slugs are the id, 55 % add the date, most of them for recent models. */
export function identityOf(
  product: Product,
  created: number,
  index: number,
  draws: Draws,
): Identity {
  const id = idOf(product);
  const dated = product.derivation === 'none' && chance(draws('slug', index), datedShare(created));
  const canonical = dated ? `${id}-${isoDate(created).replaceAll('-', '')}` : id;
  return {
    id,
    canonical_slug: canonical,
    name: `${product.author.name}: ${product.name}`,
    created,
    links: linksOf(canonical),
  };
}

function datedShare(created: number): number {
  const yearOld = created < REFERENCE_SECONDS - 365 * SECONDS_PER_DAY;
  return yearOld ? 0.3 : 0.74;
}

export function linksOf(canonicalSlug: string): Model['links'] {
  return { details: `/v1/models/${canonicalSlug}/endpoints` };
}

/** `Tamarack/Larch3-235B-A22B`; null for closed models. */
export function hubIdOf({ family: { house }, author, name }: Product): string | null {
  return house === 'open' || house === 'community'
    ? `${author.hub}/${name.replaceAll(' ', '-')}`
    : null;
}
