import type { Clock } from '../ports/clock.ts';
import type { RateMeter } from '../ports/rate-meter.ts';

const MINUTE_MS = 60_000;

/** Creates a meter in memory. Source: contract §2.10. */
export function createMemoryRateMeter({ clock }: { readonly clock: Clock }): RateMeter {
  /** In the order in which they end. */
  const minutes = new Map<string, { readonly endsAt: number; readonly used: number }>();
  /** Returns the minute that runs now, a new one where there is none; drops those that ended. */
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
