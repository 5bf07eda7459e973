import { budgetWindow, type BudgetWindow } from '../accounts/budget-window.ts';
import { add, ZERO, type Decimal } from '../money/decimal.ts';
import type { Subject } from '../ports/spending.ts';

/** Amounts by subject and UTC day, exact. */
export class SpendingTally {
  readonly #subjects = new Map<string, { readonly subject: Subject; readonly days: Days }>();

  add({ kind, id }: Subject, day: string, amount: Decimal): void {
    const name = `${kind} ${id}`;
    const known = this.#subjects.get(name);
    const { days } = known ?? { days: new Map() as Days };
    if (known === undefined) this.#subjects.set(name, { subject: { kind, id }, days });
    const sum = add(days.get(day) ?? ZERO, amount);
    if (sum.units === 0n) days.delete(day);
    else days.set(day, sum);
  }

  /** Returns the sum of the days of a window, of all days by default. */
  within(
    { kind, id }: Subject,
    { firstDay, lastDay }: Pick<BudgetWindow, 'firstDay' | 'lastDay'> = budgetWindow(null, 0),
  ): Decimal {
    let sum = ZERO;
    for (const [day, amount] of this.#subjects.get(`${kind} ${id}`)?.days ?? []) {
      if (day >= firstDay && day <= lastDay) sum = add(sum, amount);
    }
    return sum;
  }

  /** Returns every sum that is not 0. */
  *entries(): Generator<readonly [subject: Subject, day: string, amount: Decimal]> {
    for (const { subject, days } of this.#subjects.values()) {
      for (const [day, amount] of days) yield [subject, day, amount];
    }
  }
}

type Days = Map<string, Decimal>;
