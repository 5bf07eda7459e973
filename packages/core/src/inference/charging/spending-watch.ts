import { budgetWindow } from '../../accounts/budget-window.ts';
import { spentWithin } from '../../accounts/budgets-of.ts';
import { counterOf } from '../../accounts/counter-of.ts';
import { utcDay } from '../../accounts/utc-day.ts';
import { compare, fromNumber, multiply, parseDecimal, ZERO } from '../../money/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ask } from '../../ports/deadline.ts';
import type { Budget, SpendingBook, SpendingWarning } from '../../ports/spending.ts';
import { isStoreUnavailable } from '../../ports/store-unavailable.ts';

export interface SpendingWatchOptions {
  readonly clock: Clock;
  readonly ask: Ask;
  /** Called with an error that is not an outage of the store. */
  readonly report: (error: unknown) => void;
  readonly onSpending: (warning: SpendingWarning) => void;
}

/** A limit that counted since it was last looked at. */
interface Noted {
  readonly budget: Budget;
  /** A moment of the day that was charged. */
  readonly at: number;
  readonly hasRefused: boolean;
}

const PAUSE_MS = 10_000;
const PERCENTS = [50, 80, 100] as const;
/** Of limits, and of shares that need no more claims. */
const MOST = 10_000;

/**
 * Tells when shares of limits are reached: notes limits that were charged or refused a request, and
 * looks up to 10 s later what was spent of all of them, so that no request waits and a thousand cost
 * one question. The ledger decides which process tells. Source: contract §2.11.
 */
export class SpendingWatch {
  readonly #book: SpendingBook;
  readonly #options: SpendingWatchOptions;
  readonly #noted = new Map<string, Noted>();
  /** Shares that were told, here or elsewhere; the oldest are forgotten, and asked for again. */
  readonly #told = new Set<string>();
  #checking: Promise<void> | undefined;
  #stopPause: (() => void) | undefined;

  constructor(book: SpendingBook, options: SpendingWatchOptions) {
    this.#book = book;
    this.#options = options;
  }

  /** Has these limits looked at, of a request that began at `at`; `hasRefused` says it was refused. */
  note(budgets: readonly Budget[], at: number, hasRefused = false): void {
    if (this.#book.claim === undefined) return;
    for (const budget of budgets) {
      const name = `${nameOf(budget, at)} ${utcDay(at)}`;
      const known = this.#noted.get(name);
      // The next request of a limit that finds no room has it looked at.
      if (known === undefined && this.#noted.size >= MOST) continue;
      this.#noted.set(name, { budget, at, hasRefused: hasRefused || known?.hasRefused === true });
    }
    if (this.#noted.size > 0) this.#wait();
  }

  /** Looks at once. Resolves when those concerned were told; never rejects. */
  async check(): Promise<void> {
    this.#stopPause?.();
    this.#stopPause = undefined;
    await this.#checking;
    this.#checking = this.#checkAll([...this.#noted.values()]);
    await this.#checking;
  }

  /** Looks a last time, and waits for nothing more. */
  async end(): Promise<void> {
    await this.check();
    this.#stopPause?.();
  }

  #wait(): void {
    this.#stopPause ??= this.#options.clock.after(PAUSE_MS, () => void this.check());
  }

  async #checkAll(noted: readonly Noted[]): Promise<void> {
    this.#noted.clear();
    for (const day of new Set(noted.map(({ at }) => utcDay(at)))) {
      await this.#checkDay(noted.filter(({ at }) => utcDay(at) === day));
    }
  }

  async #checkDay(noted: readonly Noted[]): Promise<void> {
    const { ask, report } = this.#options;
    try {
      const subjects = noted.map(({ budget: { kind, id } }) => ({ kind, id }));
      const at = noted[0]?.at ?? 0;
      const spent = await ask('the ledger', () => this.#book.spent(subjects, at));
      for (const [i, each] of noted.entries()) {
        const sums = spent[i];
        if (sums !== undefined) await this.#tell(each, spentWithin(each.budget.reset, sums));
      }
    } catch (error) {
      // A store reports its own outage. What was spent is still there after it.
      if (!isStoreUnavailable(error)) return report(error);
      for (const { budget, at, hasRefused } of noted) this.note([budget], at, hasRefused);
    }
  }

  async #tell({ budget, at, hasRefused }: Noted, spent: string): Promise<void> {
    const { ask, report, onSpending } = this.#options;
    const { firstDay, lastDay, endsAt } = budgetWindow(budget.reset, at);
    for (const percent of PERCENTS) {
      const isUsedUp = percent === 100 && hasRefused;
      if (!isUsedUp && !isReached(spent, budget.usd, percent)) continue;
      const name = `${nameOf(budget, at)} ${percent}`;
      if (this.#told.has(name)) continue;
      const warning = { budget, percent, firstDay, lastDay, endsAt, spent };
      const isFirst = await ask('the ledger', async () => this.#book.claim?.(warning));
      this.#remember(name);
      try {
        if (isFirst === true) onSpending(warning);
      } catch (error) {
        report(error);
      }
    }
  }

  #remember(name: string): void {
    const [oldest] = this.#told;
    if (oldest !== undefined && this.#told.size >= MOST) this.#told.delete(oldest);
    this.#told.add(name);
  }
}

/** The name of a limit in its window, as what it tells is claimed. */
function nameOf(budget: Budget, at: number): string {
  const { firstDay, lastDay } = budgetWindow(budget.reset, at);
  return `${counterOf(budget)} ${budget.id} ${firstDay} ${lastDay} ${budget.usd}`;
}

function isReached(spent: string, usd: string, percent: number): boolean {
  const [part, whole] = [parseDecimal(spent) ?? ZERO, parseDecimal(usd) ?? ZERO];
  return compare(multiply(part, fromNumber(100)), multiply(whole, fromNumber(percent))) >= 0;
}
