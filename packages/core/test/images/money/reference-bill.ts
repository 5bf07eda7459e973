import type { ImagePrice } from '@model-gateway/core';
import { rational, type Rational } from '../../rational.ts';

/*
 * The least and the most that a generation may cost, written from contract §8.5 and contract §4.7
 * by the simplest means: fractions, and every possible usage tried where the gateway reasons.
 */

export interface Usage {
  readonly promptTokens?: number;
  readonly promptImageTokens?: number;
  readonly completionTokens?: number;
  readonly completionTextTokens?: number;
  readonly costUsd?: string;
}

/** What the price of a job goes by; its pixels and its tier are said, not computed. */
export interface ReferenceJob {
  readonly pricing: readonly ImagePrice[];
  readonly promptBytes: number;
  readonly references: number;
  readonly n: number;
  readonly pixels: number;
  readonly tier: string | undefined;
  readonly quality: string | undefined;
  readonly maxTokensPerImage: number;
}

/** Units of 10^-18 USD: all that a share is exact to, and more than any price here has. */
export const DIGITS = 18;

/** The most that the job can cost, by trying every usage that it can have. */
export function mostItCanCost(job: ReferenceJob): bigint {
  const imageTokens = job.references * job.maxTokensPerImage;
  const completionTokens = job.n * job.maxTokensPerImage;
  let most = 0n;
  for (let text = 0; text <= job.promptBytes; text++) {
    for (let image = 0; image <= imageTokens; image++) {
      for (const completionTextTokens of [0, completionTokens]) {
        const promptTokens = text + image;
        const usage = { promptTokens, promptImageTokens: image, completionTokens };
        const cost = byTheList(job, { ...usage, completionTextTokens }, job.n);
        if (cost !== undefined && cost > most) most = cost;
      }
    }
  }
  return most;
}

/** Returns the charge for the number of complete images that reached the client. */
export function bill(job: ReferenceJob, usage: Usage, images: number): bigint {
  if (images === 0) return 0n;
  const most = mostItCanCost(job);
  const said = rational(usage.costUsd ?? '');
  const cost =
    said !== undefined && said.numerator >= 0n
      ? share(unitsOf(said), images, job.n)
      : (byTheList(job, usage, images) ?? share(most, images, job.n));
  return cost < most ? cost : most;
}

function byTheList(job: ReferenceJob, usage: Usage, images: number): bigint | undefined {
  const promptTokens = counted(usage.promptTokens);
  const last = new Map<string, ImagePrice>();
  for (const price of job.pricing) {
    const { tier, quality, maxPixels, minPromptTokens } = price.when ?? {};
    if (tier !== undefined && job.tier !== tier) continue;
    if (quality !== undefined && job.quality !== quality) continue;
    if (maxPixels !== undefined && job.pixels > maxPixels) continue;
    if (minPromptTokens !== undefined && promptTokens === undefined) return undefined;
    if (minPromptTokens !== undefined && !((promptTokens ?? 0) > minPromptTokens)) continue;
    last.set(`${price.unit} of ${price.billable}`, price);
  }
  const prices = [...last.values()];
  const isApart = (name: string) => prices.some(({ billable }) => billable === name);

  let total = 0n;
  for (const { billable, unit, usd } of prices) {
    const price = unitsOf(rational(usd) ?? ZERO);
    if (price <= 0n) continue;
    const each = unit === 'image' ? 1_000_000 : job.pixels - (unit === 'megapixel' ? 0 : 1_000_000);
    const perImage = (price * BigInt(Math.max(0, each))) / 1_000_000n;
    if (billable === 'output_image') total += perImage * BigInt(images);
    else if (billable === 'input_image') total += perImage * BigInt(job.references);
    else {
      const tokens = tokensOf(billable, usage, job.references, isApart);
      if (tokens === undefined) return undefined;
      const amount = price * BigInt(tokens);
      total += billable.startsWith('prompt') ? amount : share(amount, images, job.n);
    }
  }
  return total;
}

function tokensOf(
  billable: string,
  usage: Usage,
  references: number,
  isApart: (name: string) => boolean,
): number | undefined {
  const [prompt, completion] = [counted(usage.promptTokens), counted(usage.completionTokens)];
  const image = references === 0 ? 0 : counted(usage.promptImageTokens);
  const text = counted(usage.completionTextTokens) ?? 0;
  if (billable === 'prompt_image') return image;
  if (billable === 'completion_text') return completion === undefined ? undefined : text;
  if (billable === 'prompt') {
    if (!isApart('prompt_image')) return prompt;
    return prompt === undefined || image === undefined ? undefined : Math.max(0, prompt - image);
  }
  if (completion === undefined) return undefined;
  return isApart('completion_text') ? Math.max(0, completion - text) : completion;
}

function counted(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 ? tokens : undefined;
}

function share(amount: bigint, part: number, whole: number): bigint {
  return (amount * BigInt(part)) / BigInt(whole);
}

const ZERO: Rational = { numerator: 0n, denominator: 1n };

function unitsOf({ numerator, denominator }: Rational): bigint {
  return (numerator * 10n ** BigInt(DIGITS)) / denominator;
}
