import { budgetWindow, type BudgetWindow } from '../accounts/budget-window.ts';
import { add, ZERO, type Decimal } from '../money/decimal.ts';
import type { Subject } from '../ports/spending.ts';

/** What one subject has by UTC day; a day without anything is not there. */
export type SubjectDays = Map<string, Decimal>;

/** Amounts by subject and UTC day, exact. */
export class SpendingTally {
  readonly #subjects = new Map<Subject['kind'], Map<string, SubjectDays>>();

  /** Returns the days of a subject, to add to: looked up once, where several amounts come. */
  daysOf({ kind, id }: Subject): SubjectDays {
    let ofKind = this.#subjects.get(kind);
    if (ofKind === undefined) this.#subjects.set(kind, (ofKind = new Map<string, SubjectDays>()));
    let days = ofKind.get(id);
    if (days === undefined) ofKind.set(id, (days = new Map<string, Decimal>()));
    return days;
  }

  /** Returns the sum of the days of a window, of all days by default. */
  within(
    { kind, id }: Subject,
    { firstDay, lastDay }: Pick<BudgetWindow, 'firstDay' | 'lastDay'> = budgetWindow(null, 0),
  ): Decimal {
    let sum = ZERO;
    for (const [day, amount] of this.#subjects.get(kind)?.get(id) ?? []) {
      if (day >= firstDay && day <= lastDay) sum = add(sum, amount);
    }
    return sum;
  }

  /** Returns every sum that is not 0. */
  *entries(): Generator<readonly [subject: Subject, day: string, amount: Decimal]> {
    for (const [kind, ofKind] of this.#subjects) {
      for (const [id, days] of ofKind) {
        for (const [day, amount] of days) yield [{ kind, id }, day, amount];
      }
    }
  }
}

/** Adds an amount, which may be negative, to a day. */
export function addTo(days: SubjectDays, day: string, amount: Decimal): void {
  const sum = add(days.get(day) ?? ZERO, amount);
  if (sum.units === 0n) days.delete(day);
  else days.set(day, sum);
}
