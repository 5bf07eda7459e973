import type { Draws } from './draws/draws.ts';
import { modelOf } from './sample/model-of.ts';
import type { Product } from './sample/product.ts';
import type { RosterKind } from './sample/roster.ts';
import type { SignalFacts } from './signals/facts.ts';

/** Makes the model of a product, and what its signals depend on. */
export function factsOf(
  product: Product,
  kind: RosterKind,
  index: number,
  draws: Draws,
): SignalFacts {
  const { line, focus, size, intelligence, prototype } = product;
  return {
    model: modelOf(product, index, draws),
    kind,
    authorSlug: line.vendor.slug,
    served: prototype.hub === true ? 'open' : 'closed',
    focus,
    size,
    intelligence,
  };
}
