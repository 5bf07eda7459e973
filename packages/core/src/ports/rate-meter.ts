import type { Ask } from './deadline.ts';

/**
 * Counts units by name in windows of a minute, which begin with the first unit and are the same for
 * all processes: for limits that each key has for itself. Source: contract §2.10.
 */
export interface RateMeter {
  /**
   * Counts `units`, at most `limit`, if with them the minute has no more than `limit`; otherwise
   * counts nothing of them.
   */
  take(name: string, units: number, limit: number): Promise<MeterReading>;
  /**
   * Corrects what was taken, once it is known. Units above 0 count in the minute that runs now, whatever
   * its limit; units below 0 are given back to the minute of the reading, if it still runs.
   */
  correct(name: string, units: number, reading: Pick<MeterReading, 'minute'>): Promise<void>;
}

/** Returns a meter with a deadline for each answer. Source: contract §1.9. */
export function meterInTime(meter: RateMeter, ask: Ask): RateMeter {
  const name = 'the rate meter';
  return {
    take: async (...given) => ask(name, () => meter.take(...given)),
    correct: async (...given) => ask(name, () => meter.correct(...given)),
  };
}

/** The state of a minute after a `take`. */
export interface MeterReading {
  readonly isTaken: boolean;
  /** The units of the minute, with those that were taken. */
  readonly used: number;
  /** Milliseconds since the Unix epoch. */
  readonly endsAt: number;
  /** What tells this minute from others of the same name. */
  readonly minute: string;
}
