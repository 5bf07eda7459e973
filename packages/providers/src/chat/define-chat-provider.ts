import type { ChatProvider } from '@model-gateway/core/chat';
import { checkOptions, OBJECT, type OptionTable } from '@model-gateway/core/kit';
import { checkIsObject, checkProviderOptions } from '../options/check-options.ts';
import type { ListedProvider } from '../options/listed-provider.ts';
import { BASE, namedOf, of, openProvider, type ProviderBase } from '../options/provider-base.ts';
import type { AccessOptions } from '../options/access-options.ts';
import type { ChatDefinition } from './chat-face.ts';
import type { ChatEntry } from './chat-model.ts';
import { chatPart } from './chat-part.ts';
import { checkChatEntry } from './check-chat-entry.ts';

/** Options of every provider that continues conversations and makes nothing else. */
export interface ChatProviderOptions extends AccessOptions {
  /** The language models to serve, by model id; by default all of the provider's table. */
  readonly models?: Readonly<Record<string, ChatEntry>> | undefined;
}

/** A provider that continues conversations. */
export interface ListedChatProvider extends ListedProvider {
  /** Undefined where all of its models were retired. */
  readonly chat: ChatProvider | undefined;
}

/** A provider's wire of conversations, as data and a function. */
interface ChatProviderDefinition<Own> extends ProviderBase<Own> {
  readonly chat: ChatDefinition<Own>;
}

const DEFINITION: OptionTable<ChatProviderDefinition<never>> = { ...BASE, chat: OBJECT };
const NEEDED = ['slug', 'name', 'baseUrl', 'authorize', 'chat'];

/**
 * Makes the factory of a provider that continues conversations and makes no images. The factory
 * throws `TypeError` for invalid options. Source: contract §12.8.
 */
export function defineChatProvider<Own extends object = object>(
  definition: ChatProviderDefinition<Own>,
): (options: ChatProviderOptions & Own) => ListedChatProvider {
  checkOptions('defineChatProvider', definition, DEFINITION, NEEDED);
  return (options) => {
    checkIsObject(options);
    const named = namedOf(definition, options);
    const { slug, name } = named;
    const { http, apiKey, models: entries } = options;
    const { env, options: own = {}, chat } = definition;
    checkProviderOptions(
      options,
      { ...named, apiKey, http, models: entries },
      {
        factory: of(definition.slug, options) || 'this provider',
        own,
        wire: undefined,
        env,
        hasTable: Object.keys(chat.models(options)).length > 0,
        checkOther(place, _, entry) {
          checkChatEntry(place, entry);
          return true;
        },
      },
    );
    const opened = openProvider(definition, options, named);
    return {
      slug,
      name,
      baseUrl: opened.baseUrl,
      ...chatPart(chat, entries, options, named, opened),
    };
  };
}
