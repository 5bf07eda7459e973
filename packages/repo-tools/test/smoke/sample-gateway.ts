import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type Gateway,
  type Model,
} from '@model-gateway/core';

export const AUTHORIZATION = 'Bearer mg-v1-smoke';

export const SAMPLE_KEY = createApiKey('mg-v1-smoke');

export const SAMPLE_MODEL: Model = {
  id: 'acme/smoke',
  canonical_slug: 'acme/smoke-20260101',
  name: 'Acme: Smoke',
  created: 1_767_225_600,
  context_length: 8192,
  architecture: {
    modality: 'text->text',
    input_modalities: ['text'],
    output_modalities: ['text'],
  },
  default_parameters: null,
  links: { details: '/v1/models/acme/smoke/endpoints' },
  per_request_limits: null,
  pricing: { prompt: '0.000001', completion: '0.000002' },
  supported_parameters: [],
  supported_voices: null,
  top_provider: { is_moderated: false, context_length: 8192 },
};

/** A gateway with one key and one model. */
export function sampleGateway(): Gateway {
  return createGateway({ stores: sampleStores() });
}

/** The stores of a gateway with one key and one model. */
export function sampleStores() {
  return {
    keys: createMemoryKeyStore([SAMPLE_KEY]),
    models: createMemoryModelStore([{ model: SAMPLE_MODEL, signals: {} }]),
  };
}

/** Throws unless GET /models was answered correctly. */
export function expectModels(status: number | undefined, body: string): void {
  if (status !== 200 || !body.includes('"data":[{')) {
    throw new Error(`expected a list of models with status 200, got ${String(status)}: ${body}`);
  }
}
