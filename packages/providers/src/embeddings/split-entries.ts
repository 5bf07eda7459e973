import { isJsonObject } from '@model-gateway/core/kit';
import type { EmbeddingEntry, RerankEntry } from './embedding-model.ts';
import type { VectorDefinition, VectorEntries } from './vector-part.ts';

type Entries<Entry> = Readonly<Record<string, Entry>> | undefined;

/** Returns what the model of an entry is for; undefined where it makes neither. */
export function vectorTaskOf<Own>(
  id: string,
  entry: unknown,
  definition: VectorDefinition<Own> | undefined,
  options: Own,
): 'embeddings' | 'rerank' | undefined {
  if (definition === undefined || !isJsonObject(entry)) return undefined;
  const { like, task } = entry;
  const base = typeof like === 'string' ? like : id;
  return (['embeddings', 'rerank'] as const).find((one) => {
    const models = definition[one]?.models(options);
    return models !== undefined && (task === one || Object.hasOwn(models, base));
  });
}

/** Returns whether it knows models of its own. */
export function hasTable<Own>(
  definition: VectorDefinition<Own> | undefined,
  options: Own,
): boolean {
  const { embeddings, rerank } = definition ?? {};
  const known = { ...embeddings?.models(options), ...rerank?.models(options) };
  return Object.keys(known).length > 0;
}

/** Separates entries of embeddings and rankings from all others. */
export function splitVectorEntries<Own, Entry>(
  entries: Entries<Entry>,
  definition: VectorDefinition<Own> | undefined,
  options: Own,
): { readonly vectors: VectorEntries; readonly others: Entries<Entry> } {
  if (entries === undefined) {
    return { vectors: { embeddings: undefined, rerank: undefined }, others: undefined };
  }
  const tasks = Object.entries(entries).map(
    ([id, entry]) => [vectorTaskOf(id, entry, definition, options), id, entry] as const,
  );
  const of = (wanted: 'embeddings' | 'rerank' | undefined) =>
    Object.fromEntries(
      tasks.flatMap(([task, id, entry]) => (task === wanted ? [[id, entry]] : [])),
    );
  return {
    vectors: {
      // Each was checked to be what its task wants.
      embeddings: of('embeddings') as Readonly<Record<string, EmbeddingEntry>>,
      rerank: of('rerank') as Readonly<Record<string, RerankEntry>>,
    },
    others: of(undefined),
  };
}
