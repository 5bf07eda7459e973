import type { ChatProvider } from '@model-gateway/core/chat';
import { checkOptions, OBJECT, type OptionTable } from '@model-gateway/core/kit';
import { checkVectorEntry } from '../embeddings/check-vector-entry.ts';
import type { EmbeddingEntry, RerankEntry } from '../embeddings/embedding-model.ts';
import { hasTable, splitVectorEntries, vectorTaskOf } from '../embeddings/split-entries.ts';
import { vectorPart, type VectorDefinition } from '../embeddings/vector-part.ts';
import { checkIsObject, checkProviderOptions } from '../options/check-options.ts';
import { listingOf } from '../options/dated-models.ts';
import { keyTester } from '../options/key-test.ts';
import type { ListedProvider } from '../options/listed-provider.ts';
import { BASE, namedOf, of, openProvider, type ProviderBase } from '../options/provider-base.ts';
import type { AccessOptions } from '../options/access-options.ts';
import type { ChatDefinition } from './chat-face.ts';
import type { ChatEntry } from './chat-model.ts';
import { chatPart } from './chat-part.ts';
import { checkChatEntry } from './check-chat-entry.ts';

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
    checkIsObject(options);
    const named = namedOf(definition, options);
    const { slug, name } = named;
    const { http, apiKey, models: entries } = options;
    const { env, options: own = {}, chat, vectors } = definition;
    checkProviderOptions(
      options,
      { ...named, apiKey, http, models: entries },
      {
        factory: of(definition.slug, options) || 'this provider',
        own,
        wire: undefined,
        env,
        hasTable: hasTable(vectors, options) || Object.keys(chat?.models(options) ?? {}).length > 0,
        checkOther(place, id, entry) {
          const task = vectorTaskOf(id, entry, vectors, options);
          if (task !== undefined) checkVectorEntry(place, entry, task);
          else if (chat !== undefined) checkChatEntry(place, entry);
          else refuse(place);
          return true;
        },
      },
    );
    const opened = openProvider(definition, options, named);
    const apart = splitVectorEntries(entries, vectors, options);
    // What makes no vectors was checked to be a language model.
    const others = apart.others as Readonly<Record<string, ChatEntry>> | undefined;
    const language = chat && chatPart(chat, others, options, named, opened);
    const vector = vectors && vectorPart(vectors, apart.vectors, options, named, opened);
    return Object.assign(listingOf(named.clock, [language?.models, ...(vector?.models ?? [])]), {
      slug,
      name,
      baseUrl: opened.baseUrl,
      chat: language?.chat,
      ...vector?.faces,
      ...keyTester(definition.keyTest, opened, [
        ...(chat?.failures(options) ?? []),
        ...(vectors?.failures?.(options) ?? []),
      ]),
    });
  };
}

function refuse(place: string): never {
  throw new TypeError(
    `${place} is not a known model of embeddings or rankings: say its task, context and pricing`,
  );
}
