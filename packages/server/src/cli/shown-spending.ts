import type { KeyLimits, Spent } from '@model-gateway/core';
import { budgetWindow, remainingOf, spentWithin } from '@model-gateway/core/kit';

/** Returns what is spent in the window of a limit, and what is left of it until when. */
export function shownSpending(
  limit: Pick<KeyLimits, 'usd' | 'reset'>,
  spent: Spent,
  at: number,
): object {
  // A reset of no limit resets nothing.
  const reset = limit.usd === null ? null : limit.reset;
  const { endsAt } = budgetWindow(reset, at);
  return {
    usage: spentWithin(reset, spent),
    reserved: spent.reserved,
    limit_remaining: remainingOf(limit, spent),
    resets_at: endsAt === null ? null : new Date(endsAt).toISOString(),
  };
}
