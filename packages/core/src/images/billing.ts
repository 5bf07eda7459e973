import {
  add,
  formatDecimal,
  fromNumber,
  multiply,
  parseDecimal,
  ZERO,
  type Decimal,
} from '../money/decimal.ts';
import type { ImageEndpoint, ImagePrice } from '../ports/image-provider.ts';
import { ratioOf, TIER_PIXELS } from './geometry.ts';
import type { JobOutline } from './capability.ts';

/** What a generation took, as far as the provider said. */
export interface Consumption {
  readonly images: number;
  readonly references: number;
  readonly promptTokens: number | undefined;
  readonly completionTokens: number | undefined;
}

/**
 * The most that a job can cost at an endpoint, USD as a decimal string: what is reserved before it
 * is sent. A prompt has at most as many tokens as bytes, and one image at most `maxTokensPerImage`.
 * Source: decisions §4.7.
 */
export function upperBound(job: JobOutline, endpoint: ImageEndpoint, references: number): string {
  const promptBytes = new TextEncoder().encode(job.prompt).byteLength;
  const most = costOf(job, endpoint, {
    images: job.n,
    references,
    promptTokens: promptBytes + references * mostTokens(endpoint),
    completionTokens: job.n * mostTokens(endpoint),
  });
  // Both counts are there, so there is a cost.
  return most ?? '0';
}

/**
 * What a job did cost, USD as a decimal string; undefined when it is paid by tokens that the
 * provider did not count.
 */
export function costOf(
  job: JobOutline,
  endpoint: ImageEndpoint,
  used: Consumption,
): string | undefined {
  let total: Decimal = ZERO;
  for (const price of endpoint.pricing) {
    const usd = parseDecimal(price.usd);
    if (usd === undefined || usd.units <= 0n) continue;
    const units = unitsOf(price, job, used);
    if (units === undefined) return undefined;
    total = add(total, multiply(usd, units));
  }
  return formatDecimal(total);
}

function unitsOf(
  { billable, unit }: ImagePrice,
  job: JobOutline,
  used: Consumption,
): Decimal | undefined {
  switch (unit) {
    case 'image':
      return count(billable === 'input_image' ? used.references : used.images);
    case 'token':
      return count(billable === 'prompt' ? used.promptTokens : used.completionTokens);
    case 'megapixel': {
      const images = billable === 'input_image' ? used.references : used.images;
      return multiply(fromNumber(images), { units: BigInt(pixelsOf(job)), scale: 6 });
    }
  }
}

function count(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : fromNumber(value);
}

const TOKENS_OF_AN_IMAGE = 16_384;

function mostTokens({ maxTokensPerImage = TOKENS_OF_AN_IMAGE }: ImageEndpoint): number {
  return maxTokensPerImage;
}

/** Pixels of one image; a tier's longer side with the ratio, 1K square when nothing was asked. */
function pixelsOf({ pixels, tier = '1K', aspectRatio = '1:1' }: JobOutline): number {
  if (pixels !== undefined) return pixels.width * pixels.height;
  const longer = Object.entries(TIER_PIXELS).find(([name]) => name === tier)?.[1] ?? 1024;
  const ratio = ratioOf(aspectRatio);
  return Math.ceil((longer * longer) / Math.max(ratio, 1 / ratio));
}
