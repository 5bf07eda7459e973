import * as v from 'valibot';
import { count } from './count.ts';
import { described, optional } from './described.ts';

/** The usage of a generation. Source: contract §8.7; `cost` is USD, contract §4.4. */
export const ImageUsageSchema = described(
  v.object({
    prompt_tokens: optional(count, 'Tokens of the prompt.'),
    completion_tokens: optional(count, 'Tokens of the images.'),
    total_tokens: optional(count, 'The sum of both.'),
    cost: optional(v.number(), 'The amount charged, USD.'),
  }),
  'The tokens and the cost of a generation.',
  { title: 'ImageUsage' },
);

/** 200 of POST /images. Source: contract §8.7; `media_type` is contract §4.4. */
export const ImageResponseSchema = described(
  v.object({
    created: described(
      v.pipe(v.number(), v.integer()),
      'When the images were generated, Unix seconds.',
    ),
    data: described(
      v.array(
        v.object({
          b64_json: described(
            v.string(),
            'The bytes of the image in base64; of an SVG, its UTF-8 text.',
          ),
          media_type: optional(v.string(), 'The media type of the image.', {
            examples: ['image/png'],
          }),
        }),
      ),
      'The images in order.',
    ),
    usage: optional(ImageUsageSchema, 'Present when known.'),
  }),
  'The generated images.',
  { title: 'ImageResponse' },
);

export type ImageUsage = v.InferOutput<typeof ImageUsageSchema>;
