import type { CatalogEntry, ImageEndpoint } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { archetypeOf } from './archetype-of.ts';
import { ARCHETYPES, type Archetype } from './archetypes.ts';
import { endpointPricing } from './endpoint-pricing.ts';
import { toArchetype, type ImageAbilities } from './image-abilities.ts';

/** Enough for 2K; larger images count no more. */
const MOST_TOKENS = 16_384;

/**
 * Returns what an image provider can do for a model of the catalog, and its price; undefined when
 * the model makes no images. `abilities` decide, or else the model's name; the same model gives the
 * same endpoint. It never contradicts the catalog: a model that does not read images takes no
 * references, and besides `acme/paint-1` only models that list `seed` honour it.
 */
export function imageEndpointOf(
  model: CatalogEntry['model'],
  abilities?: ImageAbilities,
): ImageEndpoint | undefined {
  const { input_modalities: inputs, output_modalities: outputs } = model.architecture;
  if (!outputs.includes('image')) return undefined;
  const name = abilities === undefined ? archetypeOf(model) : (abilities.kind ?? 'studio');
  const archetype: Archetype = abilities === undefined ? ARCHETYPES[name] : toArchetype(abilities);
  const pricing = endpointPricing(model);
  const draw = createRandomSource(`speed ${model.id}`);
  const slowness = name === 'express' ? 1 : name === 'gallery' ? 3 : 2;
  return {
    ...archetype,
    ...(inputs.includes('image') ? {} : { maxReferences: 0, minReferences: 0 }),
    seed: model.id === 'acme/paint-1' || model.supported_parameters.includes('seed'),
    pricing,
    ...(pricing.some(({ billable }) => billable === 'completion') && {
      maxTokensPerImage: MOST_TOKENS,
    }),
    latency: Math.round(10 * slowness * draw.between(1.5, 4)) / 10,
    throughput: Math.round(draw.between(120, 360) / slowness),
  };
}
