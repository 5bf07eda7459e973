import type { ImageEndpoint } from '@model-gateway/core';
import { ASPECT_RATIOS } from '@model-gateway/core/kit';

/** Capabilities that the models of one kind share; prices are each model's own. */
export type Archetype = Pick<
  ImageEndpoint,
  | 'aspectRatios'
  | 'tiers'
  | 'pixels'
  | 'formats'
  | 'qualities'
  | 'backgrounds'
  | 'maxImages'
  | 'maxReferences'
  | 'minReferences'
  | 'compression'
  | 'streams'
  | 'passthrough'
>;

const ALL_RATIOS: readonly string[] = ASPECT_RATIOS.filter((ratio) => ratio !== 'auto');

const COMMON_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];

/**
 * The kinds of image model that clients meet. PNG comes first where supported, because it needs no
 * other package.
 */
export const ARCHETYPES = {
  /** Can do everything that a request can ask of a model that draws pixels. */
  studio: {
    aspectRatios: ALL_RATIOS,
    tiers: ['512', '1K', '2K', '4K'],
    pixels: { min: 64, max: 4096 },
    formats: ['png', 'jpeg', 'webp'],
    qualities: ['low', 'medium', 'high'],
    backgrounds: ['transparent', 'opaque'],
    maxImages: 10,
    maxReferences: 16,
    compression: true,
    streams: true,
    passthrough: new Set(['style', 'negative_prompt', 'guidance']),
  },
  /** Large pictures on a grid of 16 pixels, a few at a time. */
  gallery: {
    aspectRatios: COMMON_RATIOS,
    tiers: ['1K', '2K', '4K'],
    pixels: { min: 256, max: 4096, multipleOf: 16 },
    formats: ['png', 'jpeg', 'webp'],
    qualities: ['medium', 'high'],
    maxImages: 4,
    maxReferences: 8,
    compression: true,
    streams: true,
    passthrough: new Set(['steps', 'guidance']),
  },
  /** Fast and plain: small sizes, no streaming, no quality control. */
  express: {
    aspectRatios: ['1:1', '3:4', '4:3', '9:16', '16:9'],
    tiers: ['512', '1K'],
    formats: ['png', 'jpeg'],
    maxImages: 4,
    maxReferences: 1,
    compression: false,
    streams: false,
    passthrough: new Set(['steps']),
  },
  /** A chat model that also draws: one image, sized by ratio and tier only. */
  conversation: {
    aspectRatios: COMMON_RATIOS,
    tiers: ['1K', '2K', '4K'],
    formats: ['png'],
    maxImages: 1,
    maxReferences: 14,
    compression: false,
    streams: true,
    passthrough: new Set<string>(),
  },
  /** One image at a time, without streaming. */
  single: {
    aspectRatios: ['1:1', '4:3', '3:4', '16:9', '9:16'],
    tiers: ['1K', '2K'],
    pixels: { min: 512, max: 2048, multipleOf: 8 },
    formats: ['png', 'jpeg', 'webp'],
    maxImages: 1,
    maxReferences: 4,
    compression: false,
    streams: false,
    passthrough: new Set(['negative_prompt']),
  },
  /** Draws shapes instead of pixels; the markup streams as text. */
  vector: {
    aspectRatios: COMMON_RATIOS,
    tiers: ['1K', '2K'],
    pixels: { min: 64, max: 4096 },
    formats: ['svg'],
    maxImages: 4,
    maxReferences: 1,
    compression: false,
    streams: true,
    passthrough: new Set(['style']),
  },
  /** Changes a picture, so it needs one. */
  editor: {
    tiers: ['1K', '2K'],
    pixels: { min: 256, max: 2048, multipleOf: 8 },
    formats: ['png', 'webp'],
    qualities: ['low', 'medium', 'high'],
    backgrounds: ['transparent', 'opaque'],
    maxImages: 4,
    maxReferences: 8,
    minReferences: 1,
    compression: true,
    streams: true,
    passthrough: new Set(['strength']),
  },
} as const satisfies Record<string, Archetype>;

export type ArchetypeName = keyof typeof ARCHETYPES;
