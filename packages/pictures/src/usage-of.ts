import type { ImageEndpoint, ImageJob } from '@model-gateway/core';
import type { Size } from './size-of.ts';

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Tokens of an image of 1024 × 1024 pixels. */
const TOKENS_PER_IMAGE = 4160;
const PIXELS_PER_IMAGE = 1024 * 1024;

/** Lower qualities cost fewer tokens, as in public price lists. */
const SHARE_OF_QUALITY: Readonly<Record<string, number>> = { low: 1 / 15, medium: 1 / 4 };

const TOKENS_PER_REFERENCE = 256;
const CHARACTERS_PER_TOKEN = 4;

/** The number of tokens that the gateway reserves per image when its endpoint names no maximum. */
const MOST_TOKENS = 16_384;

/**
 * Returns the tokens of a job: for the prompt and its references, and for the pixels of each image,
 * never above the endpoint's maximum.
 */
export function usageOf(
  job: ImageJob,
  { width, height }: Size,
  endpoint: ImageEndpoint,
): TokenUsage {
  const most = endpoint.maxTokensPerImage ?? MOST_TOKENS;
  const share = SHARE_OF_QUALITY[job.quality ?? 'high'] ?? 1;
  const perImage = Math.ceil((TOKENS_PER_IMAGE * share * width * height) / PIXELS_PER_IMAGE);
  return {
    promptTokens:
      Math.ceil(job.prompt.length / CHARACTERS_PER_TOKEN) +
      job.references.length * Math.min(TOKENS_PER_REFERENCE, most),
    completionTokens: job.n * Math.max(1, Math.min(perImage, most)),
  };
}
