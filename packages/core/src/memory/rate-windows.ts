import type { Clock } from '../ports/clock.ts';
import type { MeterReading, RateMeter } from '../ports/rate-meter.ts';

/** The state of a key's window. */
export interface RateWindow {
  /** Milliseconds since the Unix epoch. */
  readonly endsAt: number;
  readonly used: number;
}

/** Counts units by name in windows of one length, each of which begins with the first unit. */
export class RateWindows implements RateMeter {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  /** In the order in which they end. */
  readonly #windows: Map<string, RateWindow>;

  constructor(
    clock: Clock,
    milliseconds: number,
    windows?: Iterable<readonly [string, RateWindow]>,
  ) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#windows = new Map(windows);
  }

  all(): ReadonlyMap<string, RateWindow> {
    return new Map(this.#windows);
  }

  async take(name: string, units: number, limit: number): Promise<MeterReading> {
    return this.takeNow(name, units, limit);
  }

  /** The same, for one who has more to do before its own answer. */
  takeNow(name: string, units: number, limit: number): MeterReading {
    const { endsAt, used } = this.#running(name);
    const isTaken = used + units <= limit;
    const window = { endsAt, used: isTaken ? used + units : used };
    // Keeps its position, since windows are in the order in which they end.
    this.#windows.set(name, window);
    return { isTaken, minute: String(endsAt), ...window };
  }

  async correct(
    name: string,
    units: number,
    { minute }: Pick<MeterReading, 'minute'>,
  ): Promise<void> {
    const window = this.#running(name);
    if (units < 0 && String(window.endsAt) !== minute) return;
    this.#windows.set(name, { ...window, used: Math.max(0, window.used + units) });
  }

  /** Returns the window that runs now, a new one if the last is over; drops those that are. */
  #running(name: string): RateWindow {
    const now = this.#clock.now();
    const known = this.#windows.get(name);
    if (known !== undefined && this.#runs(known, now)) return known;
    this.#windows.delete(name);
    for (const [other, window] of this.#windows) {
      if (this.#runs(window, now)) break;
      this.#windows.delete(other);
    }
    return { endsAt: now + this.#milliseconds, used: 0 };
  }

  /** One that ends much later is of a time before the clock stepped back, and would last until then. */
  #runs({ endsAt }: RateWindow, now: number): boolean {
    return endsAt > now && endsAt <= now + 2 * this.#milliseconds;
  }
}
