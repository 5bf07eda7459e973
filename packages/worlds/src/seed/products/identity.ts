import type { Model } from '@model-gateway/core';
import { canonicalSlugOf } from './canonical-slug.ts';
import type { Draws } from '../draws/draws.ts';
import { modelName } from './model-name.ts';
import { idOf, type Product } from './product.ts';

type Identity = Pick<Model, 'id' | 'canonical_slug' | 'name' | 'created' | 'links'>;

/** Returns the members that name a model. */
export function identityOf(
  product: Product,
  created: number,
  index: number,
  draws: Draws,
): Identity {
  const id = idOf(product);
  const canonical = canonicalSlugOf(product, created, draws);
  return {
    id,
    canonical_slug: canonical,
    name: modelName(product, created, index, draws),
    created,
    links: linksOf(canonical),
  };
}

export function linksOf(canonicalSlug: string): Model['links'] {
  return { details: `/v1/models/${canonicalSlug}/endpoints` };
}

/** `Larch/Larch3-235B-A22B`; null for closed models. */
export function hubIdOf(product: Product): string | null {
  const { author, name } = product;
  return publishesWeights(product) ? `${author.hub}/${name.replaceAll(' ', '-')}` : null;
}

export function publishesWeights({ family: { house, keeps }, tier }: Product): boolean {
  return (house === 'open' || house === 'community') && keeps?.test(tier.slug) !== true;
}
