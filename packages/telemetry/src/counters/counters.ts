/** Why a destination did not get a record that a request produced. */
export const SKIPPED = ['disabled', 'key', 'sampling', 'rules'] as const;
export type Skipped = (typeof SKIPPED)[number];

/**
 * How a record was lost: too many waiting (`overflow`, `bytes`), waiting too long (`expired`), too
 * large for the receiver (`oversize`), refused by it (`refused`, `auth`), a kind or config that
 * cannot be forwarded to (`unsupported`), destination disabled while it waited (`disabled`), or the
 * end of the process (`shutdown`).
 */
export const DROPPED = [
  'overflow',
  'bytes',
  'expired',
  'oversize',
  'refused',
  'auth',
  'unsupported',
  'disabled',
  'shutdown',
] as const;
export type Dropped = (typeof DROPPED)[number];

/**
 * The outcome of a record at one destination. `stored`: it is left in the outbox, and observed again
 * by the process that takes it over.
 */
export type Outcome = 'sent' | 'rejected' | 'stored' | `skipped_${Skipped}` | `dropped_${Dropped}`;

export const OUTCOMES: readonly Outcome[] = [
  'sent',
  'rejected',
  'stored',
  ...SKIPPED.map((why) => `skipped_${why}` as const),
  ...DROPPED.map((why) => `dropped_${why}` as const),
];

/** How a request to a destination ended: by class of status, or without an answer. */
export const REQUEST_CLASSES = [
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  'refused',
  'timeout',
  'failed',
] as const;
/** How a send to a destination ended, by which it is counted. */
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** Upper bounds of the histogram of send times, in seconds. */
export const SEND_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The counters of one destination. */
export class Counters {
  observed = 0;
  retries = 0;
  /** Milliseconds since the Unix epoch; undefined before the first. */
  lastSuccess: number | undefined;
  readonly outcomes = zeros(OUTCOMES);
  readonly requests = zeros(REQUEST_CLASSES);
  /** How many requests took at most as long as each bound, and how many took longer. */
  readonly sendTimes: number[] = Array.from({ length: SEND_SECONDS.length + 1 }, () => 0);
  sendSeconds = 0;

  count(outcome: Outcome, records = 1): void {
    this.outcomes[outcome] += records;
  }

  timed(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    const found = SEND_SECONDS.findIndex((bound) => seconds <= bound);
    const bucket = found === -1 ? SEND_SECONDS.length : found;
    this.sendTimes[bucket] = (this.sendTimes[bucket] ?? 0) + 1;
    this.sendSeconds += seconds;
  }
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  // Every name is an entry.
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
