import { fromNumber, multiply, parseDecimal, type Decimal } from '../money/decimal.ts';
import { ChargeSheet } from '../inference/money/charge-sheet.ts';
import type {
  ImageEndpoint,
  ImagePrice,
  ImageUnitPrice,
  TokenPrice,
} from '../ports/image-provider.ts';
import { applicablePrices } from './applicable-prices.ts';
import type { JobOutline } from './capability.ts';
import { countOf, type UsageEvent } from './image-data.ts';
import { pixelsOf } from './job-size.ts';

/** The usage of a whole job, as far as the provider reported it. */
export type ReportedUsage = Omit<UsageEvent, 'type'>;

export interface PricedJob {
  readonly job: JobOutline;
  readonly endpoint: ImageEndpoint;
  readonly references: number;
}

/**
 * Returns the cost of `completed` images of a job by the endpoint's price list: the images
 * themselves, all of the input, and their share of the completion tokens. Undefined when that
 * depends on tokens that the provider did not count. Source: contract §8.5, §4.7.
 */
export function listCost(
  { job, endpoint, references }: PricedJob,
  usage: ReportedUsage,
  completed: number,
): ChargeSheet | undefined {
  const prices = applicablePrices(endpoint.pricing, job, countOf(usage.promptTokens));
  if (prices === undefined) return undefined;
  const counts = tokenCounts(prices, usage, references);
  const sheet = new ChargeSheet();
  for (const price of prices) {
    const usd = parseDecimal(price.usd);
    // Negative is how routers write "no price".
    if (usd === undefined || usd.units <= 0n) continue;
    if (price.unit === 'token') {
      const count = counts[price.billable];
      if (count === undefined) return undefined;
      const tokens = fromNumber(count);
      sheet.priced(price.billable, tokens, usd);
      if (!isInput(price)) sheet.share(multiply(tokens, usd), completed, job.n);
    } else {
      const images = price.billable === 'input_image' ? references : completed;
      const units = multiply(fromNumber(images), unitsPerImage(price, job));
      sheet.priced(`${price.billable} ${price.unit}`, units, usd);
    }
  }
  return sheet;
}

function isInput({ billable }: TokenPrice): boolean {
  return billable === 'prompt' || billable === 'prompt_image';
}

/**
 * Returns the billable units of one image. References count as large as an output image: providers
 * charge for them after scaling.
 */
function unitsPerImage({ unit }: ImageUnitPrice, job: JobOutline): Decimal {
  switch (unit) {
    case 'image':
      return fromNumber(1);
    case 'megapixel':
      return megapixels(pixelsOf(job));
    case 'extra_megapixel':
      return megapixels(Math.max(0, pixelsOf(job) - 1_000_000));
  }
}

function megapixels(pixels: number): Decimal {
  return { units: BigInt(pixels), scale: 6 };
}

/** Returns tokens by what they are charged as; undefined where the provider did not count them. */
function tokenCounts(
  prices: readonly ImagePrice[],
  usage: ReportedUsage,
  references: number,
): Readonly<Record<TokenPrice['billable'], number | undefined>> {
  const hasPrice = (name: TokenPrice['billable']) =>
    prices.some(({ billable }) => billable === name);
  const prompt = countOf(usage.promptTokens);
  const completion = countOf(usage.completionTokens);
  const image = hasPrice('prompt_image') && references > 0 ? countOf(usage.promptImageTokens) : 0;
  const text = hasPrice('completion_text') ? (countOf(usage.completionTextTokens) ?? 0) : 0;
  return {
    prompt: rest(prompt, image),
    prompt_image: image,
    completion: rest(completion, text),
    completion_text: completion === undefined ? undefined : text,
  };
}

function rest(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined ? undefined : Math.max(0, whole - part);
}
