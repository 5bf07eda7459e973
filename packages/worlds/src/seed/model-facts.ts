import type { Draws } from './draws/draws.ts';
import type { House } from './families/family.ts';
import type { MediaKind } from './families/media-families.ts';
import { mediaModel } from './media/media-model.ts';
import type { Product } from './products/product.ts';
import type { SignalFacts } from './signals/facts.ts';
import { textModel } from './text/text-model.ts';
import { traitsOf } from './text/traits.ts';

/** Makes the text model of a product, and what its signals depend on. */
export function textFacts(product: Product, index: number, draws: Draws): SignalFacts {
  const traits = traitsOf(product, index, draws);
  return {
    ...sellerOf(product),
    model: textModel(traits, index, draws),
    kind: 'text',
    intelligence: traits.intelligence,
  };
}

/** The same for a model of images, sound or video, embeddings or ranks. */
export function mediaFacts(
  product: Product,
  kind: MediaKind,
  index: number,
  draws: Draws,
): SignalFacts {
  return {
    ...sellerOf(product),
    model: mediaModel(product, kind, index, draws),
    kind,
    intelligence: 10 + 20 * product.tier.size,
  };
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
