import type { ChatProvider } from '@model-gateway/core/chat';
import { checkOptions, OBJECT, type OptionTable } from '@model-gateway/core/kit';
import type { ChatDefinition } from '../chat/chat-face.ts';
import type { ChatEntry } from '../chat/chat-model.ts';
import type { EmbeddingEntry, RerankEntry } from '../embeddings/embedding-model.ts';
import type { VectorDefinition } from '../embeddings/vector-part.ts';
import type { AccessOptions } from '../options/access-options.ts';
import { listingOf } from '../options/dated-models.ts';
import type { ListedProvider } from '../options/listed-provider.ts';
import { BASE, type ProviderBase } from '../options/provider-base.ts';
import { openParts } from './open-parts.ts';

/** Options of every provider that continues conversations and makes nothing else. */
export interface ChatProviderOptions extends AccessOptions {
  /** The models to serve, by model id; by default all of the provider's table. */
  readonly models?: Readonly<Record<string, ChatEntry | EmbeddingEntry | RerankEntry>> | undefined;
}

/** A provider that continues conversations. */
export interface ListedChatProvider extends ListedProvider {
  /** Undefined where all of its models were retired. */
  readonly chat: ChatProvider | undefined;
}

/** A provider's wire of conversations, as data and a function. */
interface ChatProviderDefinition<Own> extends ProviderBase<Own> {
  readonly chat?: ChatDefinition<Own>;
  readonly vectors?: VectorDefinition<Own>;
}

const DEFINITION: OptionTable<ChatProviderDefinition<never>> = {
  ...BASE,
  chat: OBJECT,
  vectors: OBJECT,
};
const NEEDED = ['slug', 'name', 'baseUrl', 'authorize'];

/**
 * Makes the factory of a provider that makes no images: of conversations, embeddings or rankings. The factory
 * throws `TypeError` for invalid options. Source: contract §12.8.
 */
export function defineChatProvider<Own extends object = object>(
  definition: ChatProviderDefinition<Own>,
): (options: ChatProviderOptions & Own) => ListedChatProvider {
  checkOptions('defineChatProvider', definition, DEFINITION, NEEDED);
  if (definition.chat === undefined && definition.vectors === undefined) {
    throw new TypeError('defineChatProvider needs chat, vectors or both');
  }
  return (options) => {
    const { named, opened, language, vector, keyTest } = openParts(definition, options, undefined);
    const { slug, name, clock } = named;
    return Object.assign(listingOf(clock, [language?.models, ...(vector?.models ?? [])]), {
      slug,
      name,
      baseUrl: opened.baseUrl,
      chat: language?.chat,
      ...vector?.faces,
      ...keyTest,
    });
  };
}
