import * as v from 'valibot';

/** Source: spec §4.2 `aspect_ratio`. */
export const ASPECT_RATIOS = [
  '1:1',
  '1:2',
  '1:4',
  '1:8',
  '2:1',
  '2:3',
  '3:2',
  '3:4',
  '4:1',
  '4:3',
  '4:5',
  '5:4',
  '8:1',
  '9:16',
  '16:9',
  '9:19.5',
  '19.5:9',
  '9:20',
  '20:9',
  '9:21',
  '21:9',
  'auto',
] as const;

/** Source: spec §4.2 `resolution`. */
export const RESOLUTIONS = ['512', '1K', '2K', '4K'] as const;

const slugs = v.optional(v.nullable(v.array(v.string())));

/** Which providers may do it and what is passed on to them. Source: decisions §4.1. */
export const ProviderPreferencesSchema = v.object({
  only: slugs,
  order: slugs,
  ignore: slugs,
  allow_fallbacks: v.optional(v.nullable(v.boolean())),
  sort: v.optional(v.nullable(v.picklist(['price', 'throughput', 'latency']))),
  options: v.optional(v.nullable(v.record(v.string(), v.record(v.string(), v.unknown())))),
});

/** Body of POST /images. Source: spec §4.2. */
export const ImageRequestSchema = v.object({
  model: v.pipe(v.string(), v.minLength(1)),
  prompt: v.pipe(v.string(), v.minLength(1)),
  aspect_ratio: v.optional(v.picklist(ASPECT_RATIOS)),
  background: v.optional(v.picklist(['auto', 'transparent', 'opaque'])),
  input_references: v.optional(
    v.pipe(
      v.array(
        v.object({ type: v.picklist(['image_url']), image_url: v.object({ url: v.string() }) }),
      ),
      v.maxLength(16),
    ),
  ),
  n: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  output_compression: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
  output_format: v.optional(v.picklist(['png', 'jpeg', 'webp', 'svg'])),
  provider: v.optional(ProviderPreferencesSchema),
  quality: v.optional(v.picklist(['auto', 'low', 'medium', 'high'])),
  resolution: v.optional(v.picklist(RESOLUTIONS)),
  seed: v.optional(v.pipe(v.number(), v.integer())),
  size: v.optional(v.string()),
  stream: v.optional(v.boolean()),
});

export type ImageRequest = v.InferOutput<typeof ImageRequestSchema>;
export type ProviderPreferences = v.InferOutput<typeof ProviderPreferencesSchema>;
