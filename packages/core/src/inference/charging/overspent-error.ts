import { budgetWindow } from '../../accounts/budget-window.ts';
import { guardrailForbids } from '../../accounts/guardrail-forbids.ts';
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
 * what is left of it, and when it ends; a 403 where it was a guardrail's. Source: contract §2.9, §6.3.
 */
export function overspentError(overspent: Overspent, amount: string, at: number): GatewayError {
  const required = { required_usd: amount };
  if (overspent.of === 'account') {
    return new GatewayError('insufficientCredits', {
      metadata: { ...required, limit_of: 'account' },
    });
  }
  const { budget, remaining } = overspent;
  const { kind, usd, reset, guardrail } = budget;
  const { endsAt } = budgetWindow(reset, at);
  const resetsAt = endsAt === null ? null : new Date(endsAt).toISOString();
  const whose = kind === 'key' ? 'this key' : `the ${kind} of this key`;
  const until = resetsAt === null ? '' : ` until ${resetsAt}`;
  const allowed = `${usd} USD${PER[reset ?? 'never']}`;
  const left = `${remaining} USD is left${until}, and this request may cost ${amount} USD`;
  const metadata = {
    ...required,
    limit_of: kind,
    limit_usd: usd,
    limit_reset: reset,
    remaining_usd: remaining,
    resets_at: resetsAt,
  };
  if (guardrail !== undefined) {
    return guardrailForbids(guardrail, `spending more than ${allowed}: ${left}`, metadata);
  }
  return new GatewayError('insufficientCredits', {
    message: `Spending limit exceeded: ${whose} may spend ${allowed}, ${left}`,
    metadata,
  });
}
