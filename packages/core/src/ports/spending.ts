import type { AppliedGuardrail } from './guardrail-store.ts';
import type { LimitReset } from './key-store.ts';
import type { Reservation } from './reservation.ts';

/** Whose spending can be limited. */
export interface Subject {
  readonly kind: 'key' | 'member' | 'workspace' | 'organization';
  /**
   * The digest of a key, the UUID of a workspace in lower case, the `org_…` of an organization, or of
   * a member its organization, `/`, and its user: texts that compare exactly.
   */
  readonly id: string;
}

/** What a subject may spend until the reset; null for never. */
export interface Budget extends Subject {
  /** USD, plain digits. */
  readonly usd: string;
  readonly reset: LimitReset | null;
  /** The guardrail that says so; undefined for a limit of the subject's own. */
  readonly guardrail?: AppliedGuardrail | undefined;
}

/** Who spends: each is a subject whose budget, if it has one, the spending counts against. */
export interface Spender {
  readonly keyHash: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly organizationId: string | null;
}

/** What is to be reserved. */
export interface Spending {
  /** The account that pays; null where none does, so that only budgets limit. */
  readonly accountId: string | null;
  /** USD, an exact decimal. */
  readonly amount: string;
  /** When the request began, in milliseconds since the Unix epoch: its day is charged. */
  readonly at: number;
  readonly spender: Spender;
  /**
   * Those that this spending must keep to, of subjects of `spender`: each has one of its own, and one
   * by guardrails for each reset.
   */
  readonly budgets: readonly Budget[];
}

/** Why nothing was reserved: the account has too little or does not exist, or a budget is used up. */
export type Overspent =
  | { readonly of: 'account' }
  | {
      readonly of: 'budget';
      readonly budget: Budget;
      /** USD of it that are neither spent nor reserved, 0 or more. */
      readonly remaining: string;
    };

/** What a subject has spent, USD: exact decimals, by UTC. */
export interface Spent extends Subject {
  readonly total: string;
  /** Since the first of the month, since Monday, since midnight. */
  readonly monthly: string;
  readonly weekly: string;
  readonly daily: string;
  /** Set aside for requests under way, and in none of the above. */
  readonly reserved: string;
}

/** A share of a limit that was reached in its window, once for all processes. Source: contract §2.11. */
export interface SpendingWarning {
  readonly budget: Budget;
  readonly percent: 50 | 80 | 100;
  /** UTC days of the window, `YYYY-MM-DD`, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** When the window ends, in milliseconds since the Unix epoch; null for never. */
  readonly endsAt: number | null;
  /** Spent in the window, USD, an exact decimal. */
  readonly spent: string;
}

/** The part of a ledger that knows who spends, and keeps budgets. Source: contract §2.9. */
export interface SpendingBook {
  /**
   * Reserves with the account and within every budget in one atomic step, or nothing at all. What
   * every other spender of a subject has reserved and spent in the window of `at` counts against its
   * budget, also what was reserved without one. Rejects with `RangeError` for an amount that is
   * negative or not a decimal.
   */
  reserve(spending: Spending): Promise<Reservation | { readonly overspent: Overspent }>;
  /** Returns what subjects have spent in the windows of `at`, in their order. */
  spent(subjects: readonly Subject[], at: number): Promise<readonly Spent[]>;
  /**
   * Returns true to the first of all processes that asks for this share of this limit, in USD, in
   * this window, and false to all others. Without it nobody is warned. Source: contract §2.11.
   */
  claim?(warning: SpendingWarning): Promise<boolean>;
}

/** The budgets of workspaces and organizations. Source: contract §2.9. */
export interface BudgetStore {
  /**
   * Returns the budgets of the workspace and the organization, of those that have one: each has one at
   * most. Any other answer is a 500, which `onError` hears of. Those that are in memory may be
   * returned without a promise.
   */
  of(
    spender: Pick<Spender, 'workspaceId' | 'organizationId'>,
  ): Promise<readonly Budget[]> | readonly Budget[];
}
