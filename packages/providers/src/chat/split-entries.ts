import { isJsonObject } from '@model-gateway/core/kit';
import type { ModelEntry } from '../options/model-table.ts';
import type { ChatEntry, ChatTable } from './chat-model.ts';

type Entries<Entry> = Readonly<Record<string, Entry>> | undefined;

/** The models that a provider knows; `chat` is undefined where it continues no conversations. */
interface Tables {
  readonly images: object;
  readonly chat: ChatTable | undefined;
}

/**
 * Returns whether an entry of `models` is a language model's: it is or inherits from one, or is
 * known as neither and has a context or prices of tokens.
 */
export function isChatEntry(id: string, entry: unknown, { images, chat }: Tables): boolean {
  if (chat === undefined) return false;
  if (!isJsonObject(entry)) return false;
  const { like, endpoint, context, pricing } = entry;
  const base = typeof like === 'string' ? like : id;
  if (Object.hasOwn(chat, base) || Object.hasOwn(images, base)) return Object.hasOwn(chat, base);
  return endpoint === undefined && (context !== undefined || isJsonObject(pricing));
}

/** Separates entries of images from those of language models. */
export function splitEntries<Wire>(
  entries: Entries<ModelEntry<Wire> | ChatEntry>,
  tables: Tables,
): { readonly images: Entries<ModelEntry<Wire>>; readonly chat: Entries<ChatEntry> } {
  if (entries === undefined) return { images: undefined, chat: undefined };
  const isChat = ([id, entry]: readonly [string, unknown]) => isChatEntry(id, entry, tables);
  const all = Object.entries(entries);
  // Which of the two an entry is was just told apart, and both were checked before.
  const images = all.filter((entry) => !isChat(entry)) as [string, ModelEntry<Wire>][];
  const chat = all.filter(isChat) as [string, ChatEntry][];
  return { images: Object.fromEntries(images), chat: Object.fromEntries(chat) };
}
