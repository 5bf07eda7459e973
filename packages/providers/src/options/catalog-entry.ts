import type { CatalogEntry, Model } from '@model-gateway/core';
import type { RowFacts } from './model-table.ts';

/** What a catalog says of a model by what it is for. */
interface Offer extends Pick<Model, 'context_length' | 'pricing' | 'top_provider'> {
  readonly inputs: readonly Model['architecture']['input_modalities'][number][];
  readonly output: Model['architecture']['output_modalities'][number];
  /** None by default. */
  readonly parameters?: Model['supported_parameters'];
}

/**
 * Returns the catalog entry of a model, so that a gateway lists what its providers can make.
 * `created` is 0 where the release of the model is not known. Source: contract §8.1.
 */
export function catalogEntry(
  id: string,
  { name, released, retiredOn }: RowFacts<unknown>,
  provider: { readonly name: string; readonly slug: string },
  { inputs, output, parameters = [], ...offer }: Offer,
): CatalogEntry {
  return {
    model: {
      id,
      canonical_slug: id,
      name,
      created: released === undefined ? 0 : Date.parse(released) / 1000,
      architecture: {
        modality: `${inputs.join('+')}->${output}`,
        input_modalities: [...inputs],
        output_modalities: [output],
      },
      ...offer,
      per_request_limits: null,
      supported_parameters: parameters,
      default_parameters: null,
      supported_voices: null,
      links: { details: `/v1/models/${id}/endpoints` },
      ...(retiredOn === undefined ? {} : { expiration_date: retiredOn }),
    },
    signals: { providers: [{ name: provider.name, slug: provider.slug }] },
  };
}
