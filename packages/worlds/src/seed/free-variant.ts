import type { Model } from '@model-gateway/core';
import { chance, type Draws } from './draws/draws.ts';
import type { Product } from './sample/product.ts';

/** What hosts cut contexts of free variants down to, and most of their completion limits. */
const SHORTER = { context: 131_072, completion: 32_768 };
/** Observed: one of ten, and six. */
const CUT = { context: 0.1, completion: 0.6 };

/** Returns the cost of giving a model away: least for small ones with published weights. */
export function costToGive({ prototype: { hub, price, id }, size }: Product): number {
  const isUnlikely = hub !== true || id.includes(':');
  return size + (isUnlikely ? 1 : 0) + (price.prompt === 0 ? 2 : 0);
}

/** Observed: of eight free variants three have no paid model beside them. */
const OUT_OF = 8;
const WITHOUT_BASE = 3;

/** What the editions that are only given away are called. */
const EDITIONS = ['preview', 'edge', 'open', 'next', 'lite'];

/**
 * Returns the model of the free variant with this ordinal: the paid one, or an edition of it that is
 * only given away. Which of eight are such editions depends on the seed.
 */
export function baseOf(paid: Model, ordinal: number, draws: Draws): Model {
  const faker = draws('base', Math.floor(ordinal / OUT_OF));
  const turns = faker.helpers.shuffle(Array.from({ length: OUT_OF }, (_, turn) => turn));
  const editions = faker.helpers.shuffle(EDITIONS);
  const turn = turns[ordinal % OUT_OF] ?? 0;
  if (turn >= WITHOUT_BASE) return paid;
  const edition = editions[turn] ?? 'preview';
  const id = `${paid.id}-${edition}`;
  const { benchmarks: _, ...rest } = paid;
  return {
    ...rest,
    id,
    canonical_slug: id,
    name: `${paid.name.trimEnd()} ${edition.slice(0, 1).toUpperCase()}${edition.slice(1)}`,
    links: { details: `/v1/models/${id}/endpoints` },
  };
}

/**
 * Observed: a free variant is its paid sibling, canonical slug included, with `:free` behind the
 * id, a price of zero, and sometimes a shorter context.
 */
export function freeVariantOf(paid: Model, index: number, draws: Draws): Model {
  const faker = draws('free', index);
  const cutContext = chance(faker, CUT.context);
  const cutCompletion = chance(faker, CUT.completion);
  const context = (length: number | null | undefined) =>
    cut(length, cutContext ? SHORTER.context : Infinity);
  const { top_provider: best } = paid;
  return {
    ...paid,
    id: `${paid.id}:free`,
    name: `${paid.name.trimEnd()} (free)`,
    context_length: context(paid.context_length),
    pricing: { prompt: '0', completion: '0' },
    top_provider: {
      context_length: context(best.context_length),
      max_completion_tokens: cut(
        context(best.max_completion_tokens),
        cutCompletion ? SHORTER.completion : Infinity,
      ),
      is_moderated: best.is_moderated,
    },
  };
}

function cut(length: number | null | undefined, most: number): number | null {
  return typeof length === 'number' ? Math.min(length, most) : null;
}
