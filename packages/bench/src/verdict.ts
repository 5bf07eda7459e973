import { median, spread } from './statistics.ts';
import type { Limit, Target } from './target.ts';

export type Verdict =
  | 'pass'
  | 'short'
  /** The same case measured twice differed too much, so nothing can be said. */
  | 'noisy'
  /** Measured for information only. */
  | 'info'
  /** Not measured; the row says why. */
  | 'skipped'
  /** Measuring it ended with an error; the row says which. */
  | 'failed';

/** One line of the printed table. */
export interface Row {
  readonly id: string;
  readonly workload: string;
  readonly unit: Target['unit'];
  /** The median over the starts of the servers, or over rounds; NaN when nothing was measured. */
  readonly value: number;
  /** Undefined where there is one value only. */
  readonly spread: number | undefined;
  readonly limit: Limit | undefined;
  readonly verdict: Verdict;
  readonly note?: string | undefined;
}

/**
 * The largest difference between two measurements of the same case with which a suite has a
 * verdict.
 */
const TOLERATED_NOISE = 0.05;

/** Returns the difference in the A/A case: 0.02 when one side took 2 % longer. */
export function noiseOf(sameByRounds: readonly number[]): number {
  return Math.abs(median(sameByRounds) - 1);
}

/** Judges the measured values against a target; informs where it has no limit. */
export function judge(target: Target, values: readonly number[], noise: number): Row {
  const value = median(values);
  const { id, workload, unit, limit } = target;
  if (limit === undefined) return inform(target, values);
  const verdict = reaches(value, limit) ? 'pass' : 'short';
  return {
    id,
    workload,
    unit,
    value,
    spread: values.length > 1 ? spread(values) : undefined,
    limit,
    // Written so that NaN is not a verdict either.
    verdict: noise <= TOLERATED_NOISE ? verdict : 'noisy',
  };
}

/** A row without a limit. */
export function inform(
  { id, workload, unit }: Pick<Row, 'id' | 'workload' | 'unit'>,
  values: readonly number[],
): Row {
  return {
    id,
    workload,
    unit,
    value: median(values),
    spread: values.length > 1 ? spread(values) : undefined,
    limit: undefined,
    verdict: 'info',
  };
}

/** A row without a measurement. */
export function unmeasured(
  target: Pick<Target, 'id' | 'workload'> & Partial<Target>,
  verdict: 'skipped' | 'failed',
  note: string,
): Row {
  const { id, workload, unit = 'ratio', limit } = target;
  return { id, workload, unit, value: Number.NaN, spread: undefined, limit, verdict, note };
}

function reaches(value: number, limit: Limit): boolean {
  return 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
}
