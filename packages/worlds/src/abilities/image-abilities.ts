import * as v from 'valibot';
import { present } from '@model-gateway/core/kit';
import { ARCHETYPES, type Archetype, type ArchetypeName } from './archetypes.ts';

const words = v.optional(v.array(v.string()));
const count = (least: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(least)));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Object.keys forgets that these are the keys. */
const KINDS = Object.keys(ARCHETYPES) as ArchetypeName[];

/**
 * What an image model can do, said rather than guessed from its name. What is left out is as in its
 * kind: `studio`, the default, can do everything.
 */
export const ImageAbilitiesSchema = v.object({
  kind: v.optional(v.picklist(KINDS)),
  aspect_ratios: words,
  /** `512`, `1K`, `2K`, `4K`. */
  tiers: words,
  /** Bounds of a side, when explicit sizes are possible. */
  pixels: v.optional(v.object({ min: pixels, max: pixels, multiple_of: v.optional(pixels) })),
  /** The first is what comes unless asked; `jpeg` and `webp` need the package sharp. */
  formats: v.optional(v.pipe(v.array(v.picklist(['png', 'jpeg', 'webp', 'svg'])), v.minLength(1))),
  qualities: words,
  backgrounds: words,
  max_images: count(1),
  max_references: count(0),
  min_references: count(0),
  compression: v.optional(v.boolean()),
  streams: v.optional(v.boolean()),
  /** Keys of `provider.options.<slug>` that are handed on. */
  passthrough: words,
});

export type ImageAbilities = v.InferOutput<typeof ImageAbilitiesSchema>;

/** All abilities, with those of their kind for what is left out. */
export function toArchetype({ kind = 'studio', ...said }: ImageAbilities): Archetype {
  const archetype: Archetype = ARCHETYPES[kind];
  return {
    ...archetype,
    ...present({
      aspectRatios: said.aspect_ratios,
      tiers: said.tiers,
      pixels: said.pixels && toPixels(said.pixels),
      formats: said.formats,
      qualities: said.qualities,
      backgrounds: said.backgrounds,
      maxImages: said.max_images,
      maxReferences: said.max_references,
      minReferences: said.min_references,
      compression: said.compression,
      streams: said.streams,
      passthrough: said.passthrough && new Set(said.passthrough),
    }),
  };
}

function toPixels({ min, max, multiple_of }: NonNullable<ImageAbilities['pixels']>) {
  return { min, max, ...(multiple_of !== undefined && { multipleOf: multiple_of }) };
}
