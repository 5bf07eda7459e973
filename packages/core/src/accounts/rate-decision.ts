import type { RateDecision } from '../ports/rate-limiter.ts';
import type { MeterReading } from '../ports/rate-meter.ts';

/** Returns whether what was to be taken of a limit may proceed, and how its window stands at `now`. */
export function rateDecision(
  { isTaken, used, endsAt }: Pick<MeterReading, 'isTaken' | 'used' | 'endsAt'>,
  limit: number,
  now: number,
): RateDecision {
  return {
    allowed: isTaken,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
  };
}
