import type { CatalogEntry } from '@model-gateway/core';
import type { EmbeddingRow, RerankRow } from './embedding-model.ts';

/** Returns the catalog entry of a model of embeddings or rankings. Source: contract §8.1. */
export function vectorCatalogEntry(
  id: string,
  row: EmbeddingRow | RerankRow,
  output: 'embeddings' | 'rerank',
  provider: { readonly name: string; readonly slug: string },
): CatalogEntry {
  const { name, released, retiredOn, context, pricing } = row;
  // Tokens are text that was cut.
  const inputs = row.inputs.flatMap((input) => (input === 'tokens' ? [] : [input]));
  return {
    model: {
      id,
      canonical_slug: id,
      name,
      created: released === undefined ? 0 : Date.parse(released) / 1000,
      context_length: context,
      architecture: {
        modality: `${inputs.join('+')}->${output}`,
        input_modalities: inputs,
        output_modalities: [output],
      },
      pricing,
      top_provider: { context_length: context, max_completion_tokens: null, is_moderated: false },
      per_request_limits: null,
      supported_parameters: [],
      default_parameters: null,
      supported_voices: null,
      links: { details: `/v1/models/${id}/endpoints` },
      ...(retiredOn === undefined ? {} : { expiration_date: retiredOn }),
    },
    signals: { providers: [{ name: provider.name, slug: provider.slug }] },
  };
}
