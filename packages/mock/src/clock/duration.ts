import { quoteValue } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { Duration } from './virtual-clock.ts';

const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A span of time in milliseconds. Throws GW1501. */
export function toMilliseconds(duration: Duration): number {
  const [, amount, unit = ''] =
    typeof duration === 'string' ? (/^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? []) : [];
  const milliseconds = amount === undefined ? duration : Number(amount) * (MILLISECONDS[unit] ?? 1);
  if (typeof milliseconds === 'number' && Number.isFinite(milliseconds) && milliseconds >= 0) {
    return milliseconds;
  }
  throw diagnostic(
    'GW1501',
    `a duration must be milliseconds or a number with ms, s, m, h or d, such as '90s', and not ` +
      `negative, got ${quoteValue(duration)}`,
  );
}
