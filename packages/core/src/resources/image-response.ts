import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a generation took. Source: spec §2.7; `cost` is USD, decisions §4.4. */
export const ImageUsageSchema = v.object({
  prompt_tokens: v.optional(count),
  completion_tokens: v.optional(count),
  total_tokens: v.optional(count),
  cost: v.optional(v.number()),
});

/** 200 of POST /images. Source: spec §2.7; `media_type` is decisions §4.4. */
export const ImageResponseSchema = v.object({
  created: v.pipe(v.number(), v.integer()),
  data: v.array(v.object({ b64_json: v.string(), media_type: v.optional(v.string()) })),
  usage: v.optional(ImageUsageSchema),
});

export type ImageUsage = v.InferOutput<typeof ImageUsageSchema>;
