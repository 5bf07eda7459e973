import { budgetOfKey, spenderOf } from '../../accounts/budgets-of.ts';
import { budgetsOfGuardrails } from '../../accounts/guardrails.ts';
import { andThen, type MaybePromise } from '../../ports/maybe-promise.ts';
import type { AppliedGuardrail } from '../../ports/guardrail-store.ts';
import type { ApiKey } from '../../ports/key-store.ts';
import type { BudgetStore, Spending } from '../../ports/spending.ts';

/** Who pays for a request, and within which budgets. */
export type Payer = Omit<Spending, 'amount'>;

/**
 * Returns who pays for what a key asks for at a moment: its account, within its own limit, the
 * budgets of its workspace and organization, and those of its guardrails. Source: contract §2.9.
 */
export function payerOf(
  key: ApiKey,
  at: number,
  guardrails: readonly AppliedGuardrail[],
  { budgets, chargesAccounts }: PaymentRules,
): MaybePromise<Payer> {
  const spender = spenderOf(key);
  const accountId = chargesAccounts ? key.creditAccountId : null;
  return andThen(budgets?.of(spender), (shared = []) => {
    const own = budgetOfKey(key);
    const all = own === undefined ? [...shared] : [own, ...shared];
    all.push(...budgetsOfGuardrails(key, guardrails));
    return { accountId, at, spender, budgets: all };
  });
}

/** What is the same for all requests of a gateway. */
export interface PaymentRules {
  /** Whether credit accounts pay, or only limits hold. */
  readonly chargesAccounts: boolean;
  /** Undefined where only keys have limits. */
  readonly budgets: BudgetStore | undefined;
}
