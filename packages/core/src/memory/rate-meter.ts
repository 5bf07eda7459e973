import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { CLOCK } from '../input/value-rule.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateMeter } from '../ports/rate-meter.ts';

const MINUTE_MS = 60_000;

/** Options of `createMemoryRateMeter`. */
export interface MemoryRateMeterOptions {
  readonly clock: Clock;
}

const OPTIONS: OptionTable<MemoryRateMeterOptions> = { clock: CLOCK };

/**
 * Creates a meter in memory. Throws a `TypeError` for options that are unknown, missing or wrong.
 * Source: contract §2.10.
 */
export function createMemoryRateMeter(options: MemoryRateMeterOptions): RateMeter {
  checkOptions('createMemoryRateMeter', options, OPTIONS, ['clock']);
  const { clock } = options;
  /** In the order in which they end. */
  const minutes = new Map<string, { readonly endsAt: number; readonly used: number }>();
  /** Returns the minute that runs now, a new one if the last has ended; drops those that ended. */
  const running = (name: string) => {
    const now = clock.now();
    const known = minutes.get(name);
    if (known !== undefined && known.endsAt > now) return known;
    minutes.delete(name);
    for (const [other, { endsAt }] of minutes) {
      if (endsAt > now) break;
      minutes.delete(other);
    }
    return { endsAt: now + MINUTE_MS, used: 0 };
  };
  return {
    async take(name, units, limit) {
      const { endsAt, used } = running(name);
      const isTaken = used + units <= limit;
      const minute = { endsAt, used: isTaken ? used + units : used };
      minutes.set(name, minute);
      return { isTaken, minute: String(endsAt), ...minute };
    },
    async correct(name, units, { minute: taken }) {
      const minute = running(name);
      if (units < 0 && String(minute.endsAt) !== taken) return;
      minutes.set(name, { ...minute, used: Math.max(0, minute.used + units) });
    },
  };
}
