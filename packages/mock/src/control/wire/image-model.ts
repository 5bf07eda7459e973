import { described } from '@model-gateway/core/kit';
import type { ImageEndpoint } from '@model-gateway/core';
import type { MockModel } from '@model-gateway/worlds';
import * as v from 'valibot';

const choices = (description: string) =>
  described(v.nullable(v.array(v.string())), `${description}; null without a control for it.`);
const count = v.pipe(v.number(), v.integer());

/** What a model can do in a request for images. */
export const ImageModelSchema = described(
  v.object({
    id: described(v.string(), 'For the member `model` of a request.'),
    name: described(v.string(), 'For people.'),
    aspect_ratios: choices('The ratios that it supports'),
    resolutions: choices('The tiers that it supports'),
    takes_pixels: described(v.boolean(), 'Whether `size` may be in pixels.'),
    output_formats: described(v.array(v.string()), 'The first is its default.'),
    qualities: choices('The qualities that it supports'),
    backgrounds: choices('The backgrounds that it supports'),
    max_images: described(count, 'The most images of one request.'),
    min_references: described(count, 'The fewest references that it needs.'),
    max_references: described(count, 'The most references that it takes.'),
    seed: described(v.boolean(), 'Whether it takes a seed.'),
    compression: described(v.boolean(), 'Whether it takes a compression.'),
    streams: described(v.boolean(), 'Whether it sends partial images.'),
  }),
  'A model that draws images, and what it can do.',
  { title: 'ImageModel' },
);

export type ImageModelJson = v.InferOutput<typeof ImageModelSchema>;

export function imageModelJson(
  { model: { id, name } }: MockModel,
  endpoint: ImageEndpoint,
): ImageModelJson {
  return {
    id,
    name,
    aspect_ratios: listOf(endpoint.aspectRatios),
    resolutions: listOf(endpoint.tiers),
    takes_pixels: endpoint.pixels !== undefined,
    output_formats: [...endpoint.formats],
    qualities: listOf(endpoint.qualities),
    backgrounds: listOf(endpoint.backgrounds),
    max_images: endpoint.maxImages,
    min_references: endpoint.minReferences ?? 0,
    max_references: endpoint.maxReferences,
    seed: endpoint.seed,
    compression: endpoint.compression,
    streams: endpoint.streams,
  };
}

function listOf(values: readonly string[] | undefined): string[] | null {
  return values === undefined ? null : [...values];
}
