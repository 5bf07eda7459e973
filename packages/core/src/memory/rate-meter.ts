import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { CLOCK } from '../input/value-rule.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateMeter } from '../ports/rate-meter.ts';
import { RateWindows } from './rate-windows.ts';

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
  return new RateWindows(options.clock, MINUTE_MS);
}
