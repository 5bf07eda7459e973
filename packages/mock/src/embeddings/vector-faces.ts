import type {
  EmbeddingEndpoint,
  EmbeddingProvider,
  RerankEndpoint,
  RerankProvider,
} from '@model-gateway/core';
import { demoEmbedding, demoRanking, type Relation } from '@model-gateway/providers/demo';
import { countTokens } from '../chat/count-tokens.ts';

/**
 * Makes embeddings with the models of these endpoints, as the provider `demo` does: near each other
 * for texts that share words, or that rules relate.
 */
export function embeddingFace(
  endpoint: (model: string) => EmbeddingEndpoint | undefined,
  relations: readonly Relation[] = [],
): EmbeddingProvider {
  return {
    endpoint,
    async embed(job, { signal, dispatched }) {
      signal.throwIfAborted();
      dispatched();
      return demoEmbedding(job, { relations, countTokens });
    },
  };
}

/** Ranks documents with the models of these endpoints, by the same vectors. */
export function rerankFace(
  endpoint: (model: string) => RerankEndpoint | undefined,
  relations: readonly Relation[] = [],
): RerankProvider {
  return {
    endpoint,
    async rerank(job, { signal, dispatched }) {
      signal.throwIfAborted();
      dispatched();
      return demoRanking(job, { relations, countTokens });
    },
  };
}
