import * as v from 'valibot';
import { described, nullish, optional } from './described.ts';
import { referenceProblem } from './reference-url.ts';

/** Source: contract §4 `aspect_ratio`. */
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

/** Source: contract §4 `resolution`. */
export const RESOLUTIONS = ['512', '1K', '2K', '4K'] as const;

const slugs = (description: string) => nullish(v.array(v.string()), description);

/** The providers that may be used and the options passed on to them. Source: contract §4.1. */
const ProviderPreferencesSchema = described(
  v.object({
    only: slugs('Slugs of the only providers to use.'),
    order: slugs('Slugs of providers in the order to try them.'),
    ignore: slugs('Slugs of providers never to use.'),
    allow_fallbacks: nullish(v.boolean(), 'Whether to try another provider when one fails.', {
      default: true,
    }),
    sort: nullish(
      v.picklist(['price', 'throughput', 'latency']),
      'The first criterion in the choice of a provider.',
    ),
    options: nullish(
      v.record(v.string(), v.record(v.string(), v.unknown())),
      'Options by provider slug; only those of the chosen provider are passed on, and only the ones it allows.',
    ),
  }),
  'The providers that may be used and the options passed on to them.',
  { title: 'ProviderPreferences' },
);

/** Body of POST /images. Source: contract §4. */
export const ImageRequestSchema = described(
  v.object({
    model: described(
      v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
      'Id of the model that generates the images.',
    ),
    prompt: described(v.pipe(v.string(), v.minLength(1)), 'Description of the image.'),
    aspect_ratio: optional(
      v.picklist(ASPECT_RATIOS),
      'Width to height. The nearest ratio that a provider supports is used.',
    ),
    background: optional(
      v.picklist(['auto', 'transparent', 'opaque']),
      '`transparent` needs an output format with alpha: png or webp.',
    ),
    input_references: optional(
      v.pipe(
        v.array(
          v.object({
            type: v.picklist(['image_url']),
            image_url: v.object({
              url: described(
                v.pipe(
                  v.string(),
                  v.check(
                    (url) => referenceProblem(url) === undefined,
                    ({ input }) => referenceProblem(input) ?? '',
                  ),
                ),
                'A base64 data URL or an HTTP(S) URL.',
              ),
            }),
          }),
        ),
        v.maxLength(16),
      ),
      'Reference images.',
    ),
    n: optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
      'How many images to generate. Providers that generate one at a time reject more.',
      { default: 1 },
    ),
    output_compression: optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
      'Compression of webp and jpeg; ignored for png and where a provider has no control for it.',
    ),
    output_format: optional(
      v.picklist(['png', 'jpeg', 'webp', 'svg']),
      'File format of the images; svg comes from vector models only.',
    ),
    provider: v.optional(ProviderPreferencesSchema),
    quality: optional(
      v.picklist(['auto', 'low', 'medium', 'high']),
      'Ignored where a provider has no control for it.',
    ),
    resolution: optional(
      v.picklist(RESOLUTIONS),
      'Size tier; each provider has its own pixels for it.',
    ),
    seed: optional(
      v.pipe(v.number(), v.integer()),
      'Requests the same images for the same seed; not every provider guarantees that.',
    ),
    size: optional(
      v.string(),
      'A tier such as `2K`, the same as `resolution`, or pixels such as `1024x768`. Pixels that contradict `resolution` or `aspect_ratio` are a 400.',
      { examples: ['2K', '1024x768'] },
    ),
    stream: optional(
      v.boolean(),
      'Sends partial images as server-sent events where the provider can; otherwise the answer is plain JSON.',
      { default: false },
    ),
  }),
  'A request for images.',
  { title: 'ImageRequest' },
);

export type ImageRequest = v.InferOutput<typeof ImageRequestSchema>;
