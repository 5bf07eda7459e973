import { quoteValue } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';

/** Returns the number of requests that a rule applies to. Throws unless it is one. */
export function readTimes(times = 1): number {
  if (times === Infinity || (Number.isSafeInteger(times) && times >= 1)) return times;
  throw diagnostic(
    'GW1205',
    `times must be a positive integer or Infinity, got ${quoteValue(times)}`,
  );
}
