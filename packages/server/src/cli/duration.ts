import { InvalidArgumentError } from 'commander';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses a time such as `90s`, `30m`, `1h` or `7d`, of at most a year; returns seconds. */
export function seconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8})(s|m|h|d)$/.exec(text) ?? [];
  const total = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (total <= 366 * 86_400) return total;
  throw new InvalidArgumentError('expected a time of at most a year, such as 90s, 30m, 1h or 7d');
}
