import type {
  CatalogEntry,
  EmbeddingContent,
  EmbeddingEndpoint,
  RerankEndpoint,
} from '@model-gateway/core';

/** Where the catalog does not know the length of the context. */
const USUAL_CONTEXT = 8192;
const INPUTS: readonly EmbeddingContent[] = ['text', 'image', 'file', 'audio', 'video'];

/**
 * Returns what a provider can do for a model of the catalog that makes embeddings, and its price;
 * undefined for a model that makes something else. Any length of vector is allowed.
 */
export function embeddingEndpointOf({
  architecture,
  context_length: contextTokens,
  pricing,
}: CatalogEntry['model']): EmbeddingEndpoint | undefined {
  const { input_modalities: inputs, output_modalities: outputs } = architecture;
  if (!outputs.includes('embeddings')) return undefined;
  return {
    contextTokens: contextTokens ?? USUAL_CONTEXT,
    inputs: new Set(['tokens', ...INPUTS.filter((one) => inputs.some((input) => input === one))]),
    dimensions: { usual: 1536, from: [1, 4096] },
    inputTypes: new Set([
      'search_query',
      'search_document',
      'classification',
      'clustering',
      'semantic_similarity',
    ]),
    passthrough: new Set(),
    pricing,
  };
}

/** Returns the same for a model that ranks documents. */
export function rerankEndpointOf({
  architecture,
  context_length: contextTokens,
  pricing,
}: CatalogEntry['model']): RerankEndpoint | undefined {
  const { input_modalities: inputs, output_modalities: outputs } = architecture;
  if (!outputs.includes('rerank')) return undefined;
  return {
    contextTokens: contextTokens ?? USUAL_CONTEXT,
    maxDocuments: 1000,
    inputs: new Set(inputs.includes('image') ? ['text', 'image'] : ['text']),
    passthrough: new Set(),
    pricing,
  };
}
