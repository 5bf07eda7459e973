import type { Clock } from '../../ports/clock.ts';
import type { CreditLedger, CreditTotals } from '../../ports/credit-ledger.ts';
import type { Reservation } from '../../ports/reservation.ts';
import type { Generation } from '../../ports/generation-store.ts';
import type { SpendingBook } from '../../ports/spending.ts';
import { isStoreUnavailable } from '../../ports/store-unavailable.ts';

export interface PendingChargesOptions {
  readonly clock: Clock;
  /** Called with an error that is not an outage, and with what is lost. */
  readonly report: (error: unknown) => void;
}

/** A charge, or the end of a reservation without one, that the ledger has not taken yet. */
interface Pending {
  readonly reservation: Reservation;
  /** USD. */
  readonly charge: string;
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
 * then, so the client does not wait. Tries one after the other, in order, with growing pauses, for
 * an hour and for at most 10,000 of them; reports what is lost. Only the first end of a reservation
 * counts, so that a charge is never made twice. Source: contract §4.7.
 */
export class PendingCharges implements CreditLedger {
  readonly #ledger: CreditLedger;
  readonly #options: PendingChargesOptions;
  readonly #pending: Pending[] = [];
  /** The attempt that is under way, so that there is one at a time. */
  #trying: Promise<void> | undefined;
  #pause = FIRST_PAUSE_MS;
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
    return this.#end(reservation, amount, settle);
  }

  release(reservation: Reservation): Promise<void> {
    return this.#end(reservation, '0', () => this.#ledger.release(reservation));
  }

  async totals(accountId: string): Promise<CreditTotals | undefined> {
    // A ledger in plain JavaScript may answer null for undefined.
    return (await this.#ledger.totals?.(accountId)) ?? undefined;
  }

  /**
   * Resolves once nothing is pending. Tries at once and once more each second; after `timeoutMs`
   * gives up, and reports what is lost.
   */
  async settled(timeoutMs: number): Promise<void> {
    const { clock } = this.#options;
    const deadline = clock.now() + timeoutMs;
    await this.#tryAgain();
    while (this.#pending.length > 0 && clock.now() < deadline) {
      this.#stopPause();
      await new Promise<void>((resolve) => {
        clock.after(Math.min(FIRST_PAUSE_MS, deadline - clock.now()), resolve);
      });
      await this.#tryAgain();
    }
    this.#stopPause();
    for (const lost of this.#pending.splice(0)) this.#lose(lost, 'the gateway ended');
  }

  async #end(reservation: Reservation, charge: string, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      // An invalid amount stays invalid.
      if (error instanceof RangeError) throw error;
      // A store reports its own outage, once and not with each request.
      if (!isStoreUnavailable(error)) this.#options.report(error);
      const pending = { reservation, charge, since: this.#options.clock.now(), end };
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
    this.#stopPause = this.#options.clock.after(this.#pause, () => void this.#tryAgain());
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #tryAgain(): Promise<void> {
    this.#trying ??= this.#tryAll().finally(() => {
      this.#trying = undefined;
    });
    return this.#trying;
  }

  /** Ends as many as possible; the first failure says that the ledger is still away. */
  async #tryAll(): Promise<void> {
    const { clock } = this.#options;
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      try {
        await next.end();
        this.#pending.shift();
      } catch (error) {
        if (clock.now() - next.since < PATIENCE_MS) return this.#wait();
        this.#pending.shift();
        this.#lose(next, 'the ledger failed for an hour', error);
      }
    }
    this.#pause = FIRST_PAUSE_MS;
  }

  #lose({ reservation: { id, accountId }, charge }: Pending, why: string, cause?: unknown): void {
    const what =
      charge === '0' ? 'the end of a reservation without a charge' : `a charge of ${charge} USD`;
    const where = `account ${accountId}, reservation ${id}`;
    this.#options.report(new Error(`${what} is lost, because ${why}: ${where}`, { cause }));
  }
}
