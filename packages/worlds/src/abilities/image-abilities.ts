import * as v from 'valibot';
import { present } from '@model-gateway/core/kit';
import { ARCHETYPES, type Archetype, type ArchetypeName } from './archetypes.ts';

const words = v.optional(v.array(v.string()));
const count = (least: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(least)));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Object.keys loses the key type; these are the literal's keys. */
const KINDS = Object.keys(ARCHETYPES) as ArchetypeName[];

/**
 * Capabilities of an image model, stated instead of guessed from its name. Omitted members are those
 * of the kind: `studio`, the default, can do everything.
 */
export const ImageAbilitiesSchema = v.object({
  kind: v.optional(v.picklist(KINDS)),
  aspect_ratios: words,
  /** `512`, `1K`, `2K`, `4K`. */
  tiers: words,
  /** Bounds of a side, when explicit sizes are possible. */
  pixels: v.optional(v.object({ min: pixels, max: pixels, multiple_of: v.optional(pixels) })),
  /** The first is the default; `jpeg` and `webp` need the package sharp. */
  formats: v.optional(v.pipe(v.array(v.picklist(['png', 'jpeg', 'webp', 'svg'])), v.minLength(1))),
  qualities: words,
  backgrounds: words,
  max_images: count(1),
  max_references: count(0),
  min_references: count(0),
  compression: v.optional(v.boolean()),
  streams: v.optional(v.boolean()),
  /** Keys of `provider.options.<slug>` that are passed on. */
  passthrough: words,
});

/** What an image model can do, as far as it differs from its `kind`. */
export type ImageAbilities = v.InferOutput<typeof ImageAbilitiesSchema>;

/** Returns all capabilities: the given ones over those of the kind. */
export function toArchetype({ kind = 'studio', ...given }: ImageAbilities): Archetype {
  const archetype: Archetype = ARCHETYPES[kind];
  return {
    ...archetype,
    ...present({
      aspectRatios: given.aspect_ratios,
      tiers: given.tiers,
      pixels: given.pixels && toPixels(given.pixels),
      formats: given.formats,
      qualities: given.qualities,
      backgrounds: given.backgrounds,
      maxImages: given.max_images,
      maxReferences: given.max_references,
      minReferences: given.min_references,
      compression: given.compression,
      streams: given.streams,
      passthrough: given.passthrough && new Set(given.passthrough),
    }),
  };
}

function toPixels({ min, max, multiple_of }: NonNullable<ImageAbilities['pixels']>) {
  return { min, max, ...(multiple_of !== undefined && { multipleOf: multiple_of }) };
}
