import type { ChatEntry } from '../chat/chat-model.ts';
import type { EmbeddingEntry, RerankEntry } from '../embeddings/embedding-model.ts';
import type { AccessOptions } from '../options/access-options.ts';
import type { ModelEntry } from '../options/model-table.ts';

/** Options of every provider of images. */
export interface ProviderOptions<Wire = object> extends AccessOptions {
  /** The models to serve, by model id; by default all of the provider's table. */
  readonly models?:
    | Readonly<Record<string, ModelEntry<Wire> | ChatEntry | EmbeddingEntry | RerankEntry>>
    | undefined;
}
