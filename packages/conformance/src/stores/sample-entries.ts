import type { CatalogEntry, Model } from '@model-gateway/core';

/** Returns an entry with a small valid model; `changes` replace whole members. */
export function sampleEntry(id: string, changes: Partial<Model> = {}): CatalogEntry {
  return { model: sampleModel(id, changes), signals: {} };
}

function sampleModel(id: string, changes: Partial<Model> = {}): Model {
  return {
    id,
    canonical_slug: `${id}-20260101`,
    name: id,
    created: 1_767_225_600,
    context_length: 8192,
    architecture: {
      modality: 'text->text',
      input_modalities: ['text'],
      output_modalities: ['text'],
      tokenizer: 'Other',
      instruct_type: null,
    },
    pricing: { prompt: '0.000001', completion: '0.000002' },
    top_provider: { is_moderated: false, context_length: null },
    per_request_limits: null,
    supported_parameters: ['temperature'],
    default_parameters: null,
    supported_voices: null,
    links: { details: `/v1/models/${id}/endpoints` },
    ...changes,
  };
}
