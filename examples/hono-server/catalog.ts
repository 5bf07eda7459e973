import type { CatalogEntry } from '@model-gateway/core';

/** Two models; a real server reads them from its database. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    model: {
      id: 'acme/quill-1',
      canonical_slug: 'acme/quill-1-20260301',
      name: 'Acme: Quill 1',
      created: 1_772_323_200,
      context_length: 131_072,
      architecture: {
        modality: 'text->text',
        input_modalities: ['text'],
        output_modalities: ['text'],
        tokenizer: 'Other',
      },
      pricing: { prompt: '0.0000006', completion: '0.0000024' },
      top_provider: { is_moderated: false, context_length: 131_072, max_completion_tokens: 16_384 },
      per_request_limits: null,
      supported_parameters: ['temperature', 'top_p', 'max_tokens', 'tools', 'tool_choice'],
      default_parameters: { temperature: 0.7 },
      supported_voices: null,
      links: { details: '/v1/models/acme/quill-1-20260301/endpoints' },
    },
    signals: {
      providers: [{ name: 'Acme Cloud', slug: 'acme-cloud' }],
      weekly_tokens: 4_100_000_000,
      throughput_p50: 88,
      latency_p50: 0.4,
    },
  },
  {
    model: {
      id: 'acme/paint-1',
      canonical_slug: 'acme/paint-1-20260612',
      name: 'Acme: Paint 1',
      created: 1_781_222_400,
      context_length: null,
      architecture: {
        modality: 'text+image->image',
        input_modalities: ['text', 'image'],
        output_modalities: ['image'],
        tokenizer: 'Media',
      },
      pricing: { prompt: '0', completion: '0', image_output: '0.04' },
      top_provider: { is_moderated: true },
      per_request_limits: null,
      supported_parameters: ['seed'],
      default_parameters: null,
      supported_voices: null,
      links: { details: '/v1/models/acme/paint-1-20260612/endpoints' },
    },
    signals: {},
  },
];
