import { ProviderFailure } from '../../ports/provider-failure.ts';

/** More tokens than any answer has, and few enough that sums over many answers stay exact. */
const MOST = 10_000_000_000;

/** Returns whether a number is a count that books can add up: a whole one, from 0 to 10,000,000,000. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
}

/**
 * Throws `malformed` for a provider's usage with something else than counts; what was not counted may
 * be undefined. Amounts are texts.
 */
export function requireCounts(usage: object): void {
  for (const value of Object.values(usage)) {
    if (value === undefined || typeof value === 'string' || isCount(value)) continue;
    const what = 'usage that is no whole number of tokens, or one past 10,000,000,000';
    throw new ProviderFailure('malformed', `the provider told ${what}`);
  }
}
