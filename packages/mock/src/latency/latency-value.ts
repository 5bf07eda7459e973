import { didYouMean } from '@model-gateway/core/kit';
import { toMilliseconds } from '../clock/duration.ts';
import type { LatencyName } from './latency.ts';
import type { LatencySpan } from './latency-times.ts';
import { LATENCY_PROFILES } from './profiles.ts';

// Its own keys.
const NAMES = Object.keys(LATENCY_PROFILES) as LatencyName[];

/** Reads a latency of the command line: a profile, a time (`250ms`), or the least and the most of it (`1s-3s`). */
export function readLatency(flag: string, text: string): LatencyName | LatencySpan {
  const name = NAMES.find((known) => known === text);
  if (name !== undefined) return name;
  const [least = '', most, ...others] = text.split('-');
  if (isTime(least) && (most === undefined || isTime(most)) && others.length === 0) {
    const from = toMilliseconds(least);
    const to = most === undefined ? from : toMilliseconds(most);
    if (from <= to) return from === to ? from : [from, to];
  }
  const meant = didYouMean(text, NAMES);
  throw new Error(
    `${flag} must be ${NAMES.join(', ')}, a time such as 250ms, or a range such as 1s-3s, got "${text}"${meant}`,
  );
}

function isTime(text: string): text is `${number}ms` | `${number}s` | `${number}m` {
  return /^\d+(?:\.\d+)?(?:ms|s|m)$/.test(text);
}
