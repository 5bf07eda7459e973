import { compare, formatDecimal, parseDecimal, ZERO, type Decimal } from '../money/decimal.ts';
import { ChargeSheet } from '../inference/money/charge-sheet.ts';
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
 * Returns the most that a job can cost at an endpoint, USD as a decimal string: the amount reserved
 * before the job is sent. Source: contract §4.7.
 */
export function upperBound(job: JobOutline, endpoint: ImageEndpoint, references: number): string {
  let most = ZERO;
  for (const usage of largestUsages(job, endpoint, references)) {
    // All counts are known, so there is a cost.
    const cost = listCost({ job, endpoint, references }, usage, job.n)?.sum ?? ZERO;
    if (compare(cost, most) > 0) most = cost;
  }
  return formatDecimal(most);
}

/**
 * Returns the charge for the `completed` images of a job that the client received: the cost that the provider reported, else the cost by the price list, else, when tokens
 * were not counted, the reserved amount. When a stream ended early, prices per image apply to the
 * completed images only, and a cost known only for the whole job is divided by their share. Never
 * more than the upper bound. Source: contract §4.7.
 */
export function chargeFor(
  { job, endpoint, references, upperBound: reserved }: BilledJob,
  usage: ReportedUsage | undefined,
  completed: number,
): ChargeSheet {
  if (completed === 0) return new ChargeSheet();
  const said = amountOf(usage?.costUsd);
  const whole = said ?? parseDecimal(reserved) ?? ZERO;
  const listed =
    said === undefined
      ? listCost({ job, endpoint, references }, usage ?? {}, completed)
      : undefined;
  if (listed !== undefined) return listed.upTo(reserved);
  const sheet = new ChargeSheet();
  sheet.amount(said === undefined ? 'reserved' : 'provider', whole);
  sheet.share(whole, completed, job.n);
  return sheet.upTo(reserved);
}

/** Returns a provider's own amount, USD; undefined when it is missing or cannot be charged. */
function amountOf(usd: string | undefined): Decimal | undefined {
  const amount = usd === undefined ? undefined : parseDecimal(usd);
  return amount === undefined || amount.units < 0n ? undefined : amount;
}
