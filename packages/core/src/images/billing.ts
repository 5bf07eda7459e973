import {
  compare,
  formatDecimal,
  parseDecimal,
  shareOf,
  ZERO,
  type Decimal,
} from '../money/decimal.ts';
import type { ImageEndpoint } from '../ports/image-provider.ts';
import type { JobOutline } from './capability.ts';
import { largestUsages } from './largest-usages.ts';
import { listCost, type PricedJob, type ReportedUsage } from './list-cost.ts';

/** A job at an endpoint, and what is reserved for it. */
export interface BilledJob extends PricedJob {
  /** The most it can cost, USD. */
  readonly upperBound: string;
}

/**
 * The most that a job can cost at an endpoint, USD as a decimal string: what is reserved before it
 * is sent. Source: contract §4.7.
 */
export function upperBound(job: JobOutline, endpoint: ImageEndpoint, references: number): string {
  let most = ZERO;
  for (const usage of largestUsages(job, endpoint, references)) {
    // All counts are there, so there is a cost.
    const cost = listCost({ job, endpoint, references }, usage, job.n) ?? ZERO;
    if (compare(cost, most) > 0) most = cost;
  }
  return formatDecimal(most);
}

/**
 * What is charged for the `completed` images that the client got of a job, USD as a decimal string:
 * what the provider says it cost, else by the price list, else, for tokens that were not counted,
 * what was reserved. Of a stream that ended early the images that are priced one by one count as if
 * only they had been asked for, and of what is known for the whole job they bear their share.
 * Never more than the upper bound. Source: contract §4.7.
 */
export function chargeFor(
  { job, endpoint, references, upperBound: reserved }: BilledJob,
  usage: ReportedUsage | undefined,
  completed: number,
): string {
  if (completed === 0) return '0';
  const most = parseDecimal(reserved) ?? ZERO;
  const said = amountOf(usage?.costUsd);
  const charge =
    said === undefined
      ? (listCost({ job, endpoint, references }, usage ?? {}, completed) ??
        shareOf(most, completed, job.n))
      : shareOf(said, completed, job.n);
  return formatDecimal(compare(charge, most) > 0 ? most : charge);
}

/** A provider's own amount, USD; undefined when it gave none that can be charged. */
function amountOf(usd: string | undefined): Decimal | undefined {
  const amount = usd === undefined ? undefined : parseDecimal(usd);
  return amount === undefined || amount.units < 0n ? undefined : amount;
}
