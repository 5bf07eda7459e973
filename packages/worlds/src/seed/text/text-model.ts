import type { Model } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { architectureOf } from '../products/architecture.ts';
import type { Draws } from '../draws/draws.ts';
import { expirationDateOf } from '../products/expiration-date.ts';
import { hubIdOf, identityOf } from '../products/identity.ts';
import { benchmarksOf } from './benchmarks.ts';
import { defaultParametersOf } from './default-parameters.ts';
import { descriptionOf } from './description.ts';
import { knowledgeCutoffOf } from './knowledge-cutoff.ts';
import { limitPairOf } from './limit-pair.ts';
import { limitsOf } from './limits.ts';
import { modalitiesOf } from './modalities.ts';
import { parametersOf } from './parameters.ts';
import { pricingOf } from './pricing.ts';
import { reasoningOf } from './reasoning.ts';
import type { Traits } from './traits.ts';

/** A model that answers in text, with images beside it where it was made for drawing. */
export function textModel(traits: Traits, index: number, draws: Draws): Model {
  const modalities = modalitiesOf(traits);
  const limits = limitPairOf(traits, index, draws);
  const [contextLength] = limits;
  const reasoning = reasoningOf(traits, index, draws);
  const { id, canonical_slug, name, created, links } = identityOf(
    traits.product,
    traits.created,
    index,
    draws,
  );
  return {
    id,
    canonical_slug,
    name,
    created,
    description: descriptionOf(traits, modalities, contextLength, index, draws),
    context_length: contextLength,
    architecture: architectureOf(traits.product.family, modalities),
    pricing: pricingOf(traits, modalities, contextLength, index, draws),
    top_provider: limitsOf(traits, limits, index, draws),
    per_request_limits: null,
    supported_parameters: parametersOf(traits, reasoning, index, draws),
    default_parameters: defaultParametersOf(traits, index, draws),
    supported_voices: null,
    knowledge_cutoff: knowledgeCutoffOf(traits, index, draws),
    expiration_date: expirationDateOf(traits.product, traits.created, index, draws),
    links,
    ...present({ benchmarks: benchmarksOf(traits, index, draws), reasoning }),
    model_hub_id: hubIdOf(traits.product),
  };
}
