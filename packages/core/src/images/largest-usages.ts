import { byteLength } from '../bytes/byte-length.ts';
import type { ImageEndpoint } from '../ports/image-provider.ts';
import type { JobOutline } from './capability.ts';
import type { ReportedUsage } from './list-cost.ts';

/** Enough for 2K; larger images count the same. */
const TOKENS_OF_AN_IMAGE = 16_384;

/**
 * Returns usages of a job that include the most expensive one, whatever the price list. A prompt
 * has at most as many tokens as bytes, and an image, also a reference, at most `maxTokensPerImage`.
 * A price may be lower above a number of prompt tokens, so that number is included; and where
 * tokens may be of two kinds with a price each, as many as possible of either.
 */
export function largestUsages(
  { prompt, n }: JobOutline,
  { pricing, maxTokensPerImage = TOKENS_OF_AN_IMAGE }: ImageEndpoint,
  references: number,
): readonly ReportedUsage[] {
  const textTokens = byteLength(prompt);
  const imageTokens = references * maxTokensPerImage;
  const most = textTokens + imageTokens;
  const thresholds = pricing
    .map(({ when }) => Math.floor(when?.minPromptTokens ?? -1))
    .filter((tokens) => tokens >= 0 && tokens < most);
  const completionTokens = n * maxTokensPerImage;
  const hasTextPrice = pricing.some(({ billable }) => billable === 'completion_text');
  const textCounts = hasTextPrice ? [0, completionTokens] : [0];
  return [most, ...thresholds].flatMap((promptTokens) => {
    const fewestImageTokens = Math.max(0, promptTokens - textTokens);
    const mostImageTokens = Math.min(imageTokens, promptTokens);
    const imageCounts = new Set([fewestImageTokens, mostImageTokens]);
    return [...imageCounts].flatMap((promptImageTokens) =>
      textCounts.map((completionTextTokens) => ({
        promptTokens,
        promptImageTokens,
        completionTokens,
        completionTextTokens,
      })),
    );
  });
}
