import type { CatalogEntry } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import type { ArchetypeName } from './archetypes.ts';

/** The model that tests and examples draw with: it can do everything, whatever its name says. */
const FULL_FEATURED = 'acme/paint-1';

/** Words of a model's name and the kind that they indicate. */
const WORDS: readonly (readonly [words: readonly string[], archetype: ArchetypeName])[] = [
  [['svg', 'vector'], 'vector'],
  [['edit', 'fill', 'inpaint', 'erase'], 'editor'],
  [['fast', 'flash', 'lite', 'mini', 'quick', 'turbo', 'schnell', 'small'], 'express'],
  [['pro', 'ultra', 'max', 'hd', 'large'], 'gallery'],
];

/** Returns the kind of an image model: by its outputs, by its name, or else at random from its id. */
export function archetypeOf({ id, architecture }: CatalogEntry['model']): ArchetypeName {
  if (id === FULL_FEATURED) return 'studio';
  if (architecture.output_modalities.includes('text')) return 'conversation';
  const words = id
    .slice(id.indexOf('/') + 1)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const named = WORDS.find(([keywords]) => keywords.some((word) => words.includes(word)));
  return named?.[1] ?? createRandomSource(`archetype ${id}`).pick(['studio', 'gallery', 'single']);
}
