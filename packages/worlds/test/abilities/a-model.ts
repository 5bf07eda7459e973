import type { CatalogEntry } from '@model-gateway/core';

/** A model as the catalog has it, as far as its endpoint depends on it. */
export function aModel(changes: Partial<CatalogEntry['model']> = {}): CatalogEntry['model'] {
  const id = changes.id ?? 'acme/paint-1';
  return {
    id,
    canonical_slug: id,
    name: id,
    created: 1_700_000_000,
    context_length: null,
    architecture: {
      modality: 'text+image->image',
      input_modalities: ['text', 'image'],
      output_modalities: ['image'],
    },
    pricing: { prompt: '0', completion: '0', image_output: '0.04' },
    supported_parameters: [],
    default_parameters: null,
    supported_voices: null,
    per_request_limits: null,
    top_provider: { is_moderated: false },
    links: { details: `/v1/models/${id}/endpoints` },
    ...changes,
  };
}
