import { diagnostic } from '../diagnostics.ts';

/** For how many requests a rule is meant. Throws for what is no number of requests. */
export function readTimes(times = 1): number {
  if (times === Infinity || (Number.isSafeInteger(times) && times >= 1)) return times;
  throw diagnostic('GW1205', `times must be a positive integer or Infinity, got ${String(times)}`);
}
