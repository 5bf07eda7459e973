import type { CatalogEntry, ImageEndpoint, ImagePrice } from '@model-gateway/core';
import type { ModelRow } from '../options/model-table.ts';

/**
 * Returns the catalog entry of a model, so that a gateway lists what its providers can make.
 * `created` is 0 where the release of the model is not known.
 * Conditional prices have no place there: the listed price is the one without a condition. Source:
 * contract §8.1.
 */
export function catalogEntryOf<Wire>(
  id: string,
  { name, released, retiredOn, endpoint }: ModelRow<Wire>,
  provider: { readonly name: string; readonly slug: string },
): CatalogEntry {
  const takesImages = endpoint.maxReferences > 0;
  const inputs: ('text' | 'image')[] = takesImages ? ['text', 'image'] : ['text'];
  return {
    model: {
      id,
      canonical_slug: id,
      name,
      created: released === undefined ? 0 : Date.parse(released) / 1000,
      context_length: null,
      architecture: {
        modality: `${inputs.join('+')}->image`,
        input_modalities: inputs,
        output_modalities: ['image'],
      },
      pricing: listedPrices(endpoint),
      top_provider: { is_moderated: true },
      per_request_limits: null,
      supported_parameters: endpoint.seed ? ['seed'] : [],
      default_parameters: null,
      supported_voices: null,
      links: { details: `/v1/models/${id}/endpoints` },
      ...(retiredOn === undefined ? {} : { expiration_date: retiredOn }),
    },
    signals: { providers: [{ name: provider.name, slug: provider.slug }] },
  };
}

function listedPrices({ pricing }: ImageEndpoint) {
  const priceOf = (billable: ImagePrice['billable'], unit: ImagePrice['unit']) =>
    pricing.find((price) => price.billable === billable && price.unit === unit && !price.when)?.usd;
  const image = priceOf('input_image', 'image');
  const output = priceOf('output_image', 'image');
  const imageToken = priceOf('prompt_image', 'token');
  return {
    prompt: priceOf('prompt', 'token') ?? '0',
    completion: priceOf('completion', 'token') ?? '0',
    ...(image === undefined ? {} : { image }),
    ...(output === undefined ? {} : { image_output: output }),
    ...(imageToken === undefined ? {} : { image_token: imageToken }),
  };
}
