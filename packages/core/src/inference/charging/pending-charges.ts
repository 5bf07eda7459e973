import type { Clock } from '../../ports/clock.ts';
import type { CreditLedger, CreditTotals } from '../../ports/credit-ledger.ts';
import type { Reservation } from '../../ports/reservation.ts';
import type { Generation } from '../../ports/generation-store.ts';
import type { Spending, SpendingBook } from '../../ports/spending.ts';
import { isStoreUnavailable } from '../../ports/store-unavailable.ts';
import { settlesWithin } from '../../ports/settles-within.ts';
import type { CountingLedger } from './payment.ts';

export interface PendingChargesOptions {
  readonly clock: Clock;
  /** Called with an error that is not an outage, and with what is lost. */
  readonly report: (error: unknown) => void;
}

/** A charge, or the end of a reservation without one, that the ledger has not taken yet. */
interface Pending {
  /** Whose it is, for a report of its loss. */
  readonly of: string;
  /** USD. */
  readonly charge: string;
  /** Of the pauses, how much was over when it came. */
  readonly since: number;
  readonly end: () => Promise<void>;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A ledger in a database charges reservations that it has freed for thirty days. */
const PATIENCE_MS = 60 * 60 * 1000;
const MOST_PENDING = 10_000;

/**
 * A ledger that ends reservations later when it fails to at once: the image has been delivered by
 * then, so the client does not wait. Tries one after the other, with growing pauses, for
 * an hour and for at most 10,000 of them; reports what is lost. Only the first end of a reservation
 * counts, so that a charge is never made twice. Source: contract §4.7.
 */
export class PendingCharges implements CountingLedger {
  readonly #ledger: CreditLedger;
  readonly #options: PendingChargesOptions;
  readonly #pending: Pending[] = [];
  /** The attempt that is under way, so that there is one at a time. */
  #trying: Promise<void> | undefined;
  #pause = FIRST_PAUSE_MS;
  /** All pauses that are over: by the clock, a machine that was suspended is hours late at its first try. */
  #paused = 0;
  #stopPause = () => {};

  constructor(ledger: CreditLedger, options: PendingChargesOptions) {
    this.#ledger = ledger;
    this.#options = options;
  }

  reserve(accountId: string, amount: string): Promise<Reservation | undefined> {
    return this.#ledger.reserve(accountId, amount);
  }

  get spending(): SpendingBook | undefined {
    return this.#ledger.spending;
  }

  settle(reservation: Reservation, amount: string, generation?: Generation): Promise<void> {
    const settle = () => this.#ledger.settle(reservation, amount, generation);
    return this.#end(nameOf(reservation), amount, settle);
  }

  release(reservation: Reservation): Promise<void> {
    return this.#end(nameOf(reservation), '0', () => this.#ledger.release(reservation));
  }

  count(spending: Spending, generation?: Generation): Promise<void> {
    const { spending: book, generations } = this.#ledger;
    let made: Reservation | undefined;
    return this.#end(`key ${spending.spender.keyHash}`, spending.amount, async () => {
      // A store of the ledger's own counts what it adds as spent.
      if (generation !== undefined && generations !== undefined) return generations.add(generation);
      const outcome = made ?? (await book?.reserve(spending));
      if (outcome === undefined || 'overspent' in outcome) return;
      made = outcome;
      await this.#ledger.settle(made, spending.amount, generation);
    });
  }

  async available(accountId: string): Promise<string | undefined> {
    return (await this.#ledger.available?.(accountId)) ?? undefined;
  }

  async totals(accountId: string): Promise<CreditTotals | undefined> {
    // A ledger in plain JavaScript may answer null for undefined.
    return (await this.#ledger.totals?.(accountId)) ?? undefined;
  }

  /**
   * Resolves once nothing is pending. Tries at once and once more each second; after `timeoutMs`, or
   * a second later where a ledger does not answer, gives up, and reports what is lost.
   */
  async settled(timeoutMs: number): Promise<void> {
    const { clock } = this.#options;
    const deadline = clock.now() + timeoutMs;
    const tryInTime = () => {
      const left = Math.max(FIRST_PAUSE_MS, deadline - clock.now());
      return settlesWithin(this.#tryAgain(), left, clock);
    };
    await tryInTime();
    while (this.#pending.length > 0 && clock.now() < deadline) {
      this.#stopPause();
      await new Promise<void>((resolve) => {
        clock.after(Math.min(FIRST_PAUSE_MS, deadline - clock.now()), resolve);
      });
      await tryInTime();
    }
    this.#stopPause();
    for (const lost of this.#pending.splice(0)) this.#lose(lost, 'the gateway ended');
  }

  async #end(of: string, charge: string, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      // An invalid amount stays invalid.
      if (error instanceof RangeError) throw error;
      // A store reports its own outage, once and not with each request.
      if (!isStoreUnavailable(error)) this.#options.report(error);
      const pending = { of, charge, since: this.#paused, end };
      if (this.#pending.length >= MOST_PENDING) {
        this.#lose(pending, `${MOST_PENDING} others wait already`, error);
        return;
      }
      this.#pending.push(pending);
      if (this.#pending.length === 1) this.#wait();
    }
  }

  #wait(): void {
    this.#stopPause();
    const pause = this.#pause;
    this.#stopPause = this.#options.clock.after(pause, () => {
      this.#paused += pause;
      void this.#tryAgain();
    });
    this.#pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  #tryAgain(): Promise<void> {
    this.#trying ??= this.#tryAll().finally(() => {
      this.#trying = undefined;
    });
    return this.#trying;
  }

  /**
   * Ends as many as possible. An outage is everyone's; any other error may be of one alone, which then
   * goes behind the others, until a second one fails.
   */
  async #tryAll(): Promise<void> {
    let failed: Pending | undefined;
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      if (next === failed) return this.#wait();
      try {
        await next.end();
        // `settled` may have given it up meanwhile.
        if (this.#pending[0] === next) this.#pending.shift();
      } catch (error) {
        if (this.#pending[0] !== next) return;
        const isInTime = this.#paused - next.since < PATIENCE_MS;
        if (isInTime && (isStoreUnavailable(error) || failed !== undefined)) return this.#wait();
        this.#pending.shift();
        if (isInTime) this.#pending.push((failed = next));
        else this.#lose(next, 'the ledger failed for an hour', error);
      }
    }
    this.#pause = FIRST_PAUSE_MS;
  }

  #lose({ of, charge }: Pending, why: string, cause?: unknown): void {
    const what =
      charge === '0' ? 'the end of a reservation without a charge' : `a charge of ${charge} USD`;
    this.#options.report(new Error(`${what} is lost, because ${why}: ${of}`, { cause }));
  }
}

function nameOf({ id, accountId }: Reservation): string {
  return `account ${accountId}, reservation ${id}`;
}
