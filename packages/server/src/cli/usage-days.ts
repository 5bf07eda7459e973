import { utcDay } from '@model-gateway/core/kit';
import { CommandError } from './io.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EXAMPLES = '7d for the last seven days, today, yesterday, or a day such as 2026-11-25';

/** The UTC days that `--since` and `--until` name, both included: `YYYY-MM-DD`. */
export interface UsageDays {
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Returns the days of a report. Throws for texts that name none, and for a first day that comes after
 * the last.
 */
export function usageDays(since: string, until: string, now: number): UsageDays {
  const days = { firstDay: dayIn('--since', since, now), lastDay: dayIn('--until', until, now) };
  if (days.firstDay <= days.lastDay) return days;
  throw new CommandError(`--since ${days.firstDay} is later than --until ${days.lastDay}`);
}

function dayIn(option: string, text: string, now: number): string {
  const [, count] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (count !== undefined) return utcDay(now - (Number(count) - 1) * DAY_MS);
  if (text === 'today') return utcDay(now);
  if (text === 'yesterday') return utcDay(now - DAY_MS);
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Node takes the thirtieth of February for the second of March.
  if (!Number.isNaN(time) && utcDay(time) === text) return text;
  throw new CommandError(`${option} must be ${EXAMPLES}, got ${JSON.stringify(text)}`);
}
