import { isJsonObject, present } from '@model-gateway/core/kit';
import type { ChatDefinition } from '../chat/chat-face.ts';
import type { ChatEntry } from '../chat/chat-model.ts';
import type { VectorDefinition, VectorEntries } from '../embeddings/vector-part.ts';
import type { ModelEntry } from '../options/model-table.ts';

/** What a provider makes. */
export interface Made<Own> {
  /** Its models of images. */
  readonly models?: object;
  readonly chat?: ChatDefinition<Own>;
  readonly vectors?: VectorDefinition<Own>;
}

type ModelKind = 'images' | 'chat' | 'embeddings' | 'rerank';

/** The models that a provider knows, by what they are for; undefined for what it does not make. */
type KnownModels = Readonly<Partial<Record<ModelKind, object>>>;

/** Returns the models that a provider knows. */
export function knownModels<Own>({ models, chat, vectors }: Made<Own>, options: Own): KnownModels {
  return present({
    images: models,
    chat: chat?.models(options),
    embeddings: vectors?.embeddings?.models(options),
    rerank: vectors?.rerank?.models(options),
  });
}

/**
 * Returns what the model of an entry is for, by the model that it is or inherits from, by its task, or
 * by its members; undefined for what the provider does not make.
 */
export function kindOf(id: string, entry: unknown, known: KnownModels): ModelKind | undefined {
  const { like, task, endpoint, context, pricing } = isJsonObject(entry) ? entry : {};
  const base = typeof like === 'string' ? like : id;
  const isOf = (kind: ModelKind) => known[kind] !== undefined && Object.hasOwn(known[kind], base);
  const vectors = (['embeddings', 'rerank'] as const).filter((kind) => known[kind] !== undefined);
  const named = vectors.find((kind) => task === kind || isOf(kind));
  if (named !== undefined) return named;
  if (known.chat === undefined) return known.images && 'images';
  if (known.images === undefined || isOf('chat')) return 'chat';
  const isChat = endpoint === undefined && (context !== undefined || isJsonObject(pricing));
  return isChat && !isOf('images') ? 'chat' : 'images';
}

/** Entries of `models`, by what their models are for. */
interface SplitEntries<Wire> extends VectorEntries {
  readonly images: Readonly<Record<string, ModelEntry<Wire>>> | undefined;
  readonly chat: Readonly<Record<string, ChatEntry>> | undefined;
}

/** Separates entries that were checked. */
export function splitEntries<Wire>(
  entries: Readonly<Record<string, unknown>> | undefined,
  known: KnownModels,
): SplitEntries<Wire> {
  const of = (kind: ModelKind) =>
    entries &&
    Object.fromEntries(
      Object.entries(entries).filter(([id, entry]) => kindOf(id, entry, known) === kind),
    );
  const [images, chat, embeddings, rerank] = [
    of('images'),
    of('chat'),
    of('embeddings'),
    of('rerank'),
  ];
  // Each was checked to be what its kind wants.
  return { images, chat, embeddings, rerank } as SplitEntries<Wire>;
}
