import type { Model } from '@model-gateway/core';
import { chance, type Draws } from './draws.ts';
import type { Product } from './product.ts';

/** Contexts that hosts cut free variants down to. Observed on a third of them. */
const SHORTER = 131_072;

/** Returns the cost of giving a model away: least for small ones with published weights. */
export function costToGive({ family, tier }: Product): number {
  const unlikely = family.house !== 'open' || tier.focus === 'guard';
  return tier.size + (unlikely ? 1 : 0);
}

/**
 * Observed: four of ten free variants have no paid model beside them, which is listed elsewhere or
 * was withdrawn. Theirs is an edition of its own of the paid one.
 */
const WITHOUT_BASE = 0.38;

/** Returns the id of a free variant's model: that of the paid one, or of an edition without one. */
export function baseOf(paid: Model, index: number, draws: Draws): Model {
  if (!chance(draws('base', index), WITHOUT_BASE)) return paid;
  const id = `${paid.id}-community`;
  const { benchmarks: _, ...rest } = paid;
  return {
    ...rest,
    id,
    canonical_slug: id,
    name: `${paid.name.trimEnd()} Community`,
    links: { details: `/v1/models/${id}/endpoints` },
  };
}

/**
 * Observed: a free variant is its paid sibling, canonical slug included, with `:free` behind the
 * id, a price of zero, and sometimes a shorter context.
 */
export function freeVariantOf(paid: Model, index: number, draws: Draws): Model {
  const shortened = chance(draws('free', index), 0.33);
  const shorter = (length: number | null | undefined) =>
    shortened && typeof length === 'number' ? Math.min(length, SHORTER) : (length ?? null);
  const { top_provider: best } = paid;
  return {
    ...paid,
    id: `${paid.id}:free`,
    name: `${paid.name.trimEnd()} (free)`,
    context_length: shorter(paid.context_length),
    pricing: { prompt: '0', completion: '0' },
    top_provider: {
      context_length: shorter(best.context_length),
      max_completion_tokens: shorter(best.max_completion_tokens),
      is_moderated: best.is_moderated,
    },
  };
}
