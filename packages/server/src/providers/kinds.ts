import type { ImageEndpoint } from '@model-gateway/core';
import type { DemoOptions } from '@model-gateway/providers/demo';
import type { ProviderKind } from './provider-kind.ts';

/** An upstream gateway decides itself what it clamps, so that nothing is taken out on the way. */
const WHATEVER_IT_CAN: ImageEndpoint = {
  formats: ['png', 'jpeg', 'webp'],
  qualities: ['auto', 'low', 'medium', 'high'],
  backgrounds: ['auto', 'transparent', 'opaque'],
  aspectRatios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
  tiers: ['512', '1K', '2K', '4K'],
  maxImages: 10,
  maxReferences: 16,
  seed: true,
  compression: true,
  streams: true,
  passthrough: new Set(),
  pricing: [],
};

/** Modules are loaded when they are used. */
const KINDS: Readonly<Record<string, ProviderKind>> = {
  gateway: {
    keyVariable: 'UPSTREAM_API_KEY',
    required: ['baseUrl'],
    hasTable: false,
    endpoint: WHATEVER_IT_CAN,
    load: async () => (await import('@model-gateway/providers/gateway')).upstreamGateway,
  },
  openai: {
    keyVariable: 'OPENAI_API_KEY',
    load: async () => (await import('@model-gateway/providers/openai')).openai,
  },
  azure: {
    keyVariable: 'AZURE_OPENAI_API_KEY',
    own: { resource: 'resource' },
    load: async () => (await import('@model-gateway/providers/azure')).azure,
  },
  anthropic: {
    keyVariable: 'ANTHROPIC_API_KEY',
    load: async () => (await import('@model-gateway/providers/anthropic')).anthropic,
  },
  bedrock: {
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
    own: { credentials: 'apiKey', region: 'region' },
    load: async () => (await import('@model-gateway/providers/bedrock')).bedrock,
  },
  'openai-compatible': {
    keyVariable: 'UPSTREAM_API_KEY',
    required: ['baseUrl'],
    hasTable: false,
    own: { profile: 'profile' },
    endpoint: { ...WHATEVER_IT_CAN, streams: false },
    load: async () => (await import('@model-gateway/providers/openai-compatible')).openAiCompatible,
  },
  together: {
    keyVariable: 'TOGETHER_API_KEY',
    load: async () => (await import('@model-gateway/providers/together')).together,
  },
  gemini: {
    keyVariable: 'GEMINI_API_KEY',
    load: async () => (await import('@model-gateway/providers/gemini')).gemini,
  },
  vertex: {
    keyVariable: 'VERTEX_ACCESS_TOKEN',
    own: { project: 'project', region: 'location' },
    load: async () => (await import('@model-gateway/providers/vertex')).vertex,
  },
  cohere: {
    keyVariable: 'COHERE_API_KEY',
    load: async () => (await import('@model-gateway/providers/cohere')).cohere,
  },
  xai: {
    keyVariable: 'XAI_API_KEY',
    load: async () => (await import('@model-gateway/providers/xai')).xai,
  },
  ark: {
    keyVariable: 'ARK_API_KEY',
    own: { region: 'region' },
    load: async () => (await import('@model-gateway/providers/ark')).ark,
  },
  bfl: {
    keyVariable: 'BFL_API_KEY',
    load: async () => (await import('@model-gateway/providers/bfl')).bfl,
  },
  recraft: {
    keyVariable: 'RECRAFT_API_TOKEN',
    load: async () => (await import('@model-gateway/providers/recraft')).recraft,
  },
  stability: {
    keyVariable: 'STABILITY_API_KEY',
    load: async () => (await import('@model-gateway/providers/stability')).stability,
  },
  fal: {
    keyVariable: 'FAL_KEY',
    load: async () => (await import('@model-gateway/providers/fal')).fal,
  },
  replicate: {
    keyVariable: 'REPLICATE_API_TOKEN',
    load: async () => (await import('@model-gateway/providers/replicate')).replicate,
  },
  demo: {
    async load() {
      const { demo } = await import('@model-gateway/providers/demo');
      return ({ slug, name }: DemoOptions) =>
        demo({ ...(slug && { slug }), ...(name && { name }) });
    },
  },
};

/** Every kind of provider that a configuration may name. */
export const PROVIDER_KINDS: ReadonlyMap<string, ProviderKind> = new Map(Object.entries(KINDS));
