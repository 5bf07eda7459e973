import type { LimitReset } from '../ports/key-store.ts';
import { utcDay } from './utc-day.ts';

/** The days over which spending adds up to one budget. */
export interface BudgetWindow {
  /** UTC, `YYYY-MM-DD`, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Milliseconds since the Unix epoch; null for never. */
  readonly endsAt: number | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const EVER: BudgetWindow = { firstDay: '0000-01-01', lastDay: '9999-12-31', endsAt: null };

/**
 * Returns the window of a moment in milliseconds since the Unix epoch: its UTC day, its week from
 * Monday to Sunday, its calendar month, or all days. Source: contract §2.9.
 */
export function budgetWindow(reset: LimitReset | null, at: number): BudgetWindow {
  if (reset === null) return EVER;
  const moment = new Date(at);
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  if (reset === 'monthly') return between(Date.UTC(year, month), Date.UTC(year, month + 1));
  // Sunday is 0.
  const first = reset === 'daily' ? day : day - ((moment.getUTCDay() + 6) % 7);
  const start = Date.UTC(year, month, first);
  return between(start, start + (reset === 'daily' ? 1 : 7) * DAY_MS);
}

function between(start: number, end: number): BudgetWindow {
  return { firstDay: utcDay(start), lastDay: utcDay(end - 1), endsAt: end };
}
