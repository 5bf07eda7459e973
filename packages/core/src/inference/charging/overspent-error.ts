import { budgetWindow } from '../../accounts/budget-window.ts';
import { GatewayError } from '../../errors.ts';
import type { LimitReset } from '../../ports/key-store.ts';
import type { Overspent } from '../../ports/spending.ts';

const PER: Readonly<Record<LimitReset | 'never', string>> = {
  daily: ' a day',
  weekly: ' a week',
  monthly: ' a month',
  never: '',
};

/**
 * Returns the 402 for an amount in USD that could not be reserved at a moment: whose limit it was,
 * what is left of it, and when it ends. Source: contract §2.9.
 */
export function overspentError(overspent: Overspent, amount: string, at: number): GatewayError {
  const required = { required_usd: amount };
  if (overspent.of === 'account') {
    return new GatewayError('insufficientCredits', {
      metadata: { ...required, limit_of: 'account' },
    });
  }
  const { budget, remaining } = overspent;
  const { kind, usd, reset } = budget;
  const { endsAt } = budgetWindow(reset, at);
  const resetsAt = endsAt === null ? null : new Date(endsAt).toISOString();
  const whose = kind === 'key' ? 'this key' : `the ${kind} of this key`;
  const until = resetsAt === null ? '' : ` until ${resetsAt}`;
  return new GatewayError('insufficientCredits', {
    message:
      `Spending limit exceeded: ${whose} may spend ${usd} USD${PER[reset ?? 'never']}, ` +
      `${remaining} USD is left${until}, and this request may cost ${amount} USD`,
    metadata: {
      ...required,
      limit_of: kind,
      limit_usd: usd,
      limit_reset: reset,
      remaining_usd: remaining,
      resets_at: resetsAt,
    },
  });
}
