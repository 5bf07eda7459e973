import type { ChatProvider } from './chat-provider.ts';
import type { EmbeddingProvider } from './embedding-provider.ts';
import type { ImageProvider } from './image-provider.ts';
import type { RerankProvider } from './rerank-provider.ts';

/**
 * An upstream, and a face for each kind of thing that it makes. `@model-gateway/providers` has
 * implementations. Source: contract §4.
 */
export interface Provider {
  /** Lower case, for example `acme-cloud`; named by `provider.only` and `provider.order`. */
  readonly slug: string;
  /** The display name, also sent as the header `x-provider-name`. */
  readonly name: string;
  /** Makes images, for POST /images. */
  readonly images?: ImageProvider | undefined;
  /** Continues conversations, for POST /chat/completions. */
  readonly chat?: ChatProvider | undefined;
  /** Makes embeddings, for POST /embeddings. */
  readonly embeddings?: EmbeddingProvider | undefined;
  /** Ranks documents, for POST /rerank. */
  readonly rerank?: RerankProvider | undefined;
}
