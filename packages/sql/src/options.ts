import type { Clock } from '@model-gateway/core';
import {
  AMOUNT,
  CLOCK,
  FLAG,
  FUNCTION,
  numberFrom,
  OBJECT,
  oneOf,
  type OptionTable,
  secret,
  wholeFrom,
  withMethods,
} from '@model-gateway/core/kit';
import type { OutboxLimits } from './outbox-room.ts';
import type { RateLimitOptions } from './rate-limiter.ts';
import type { OnReport } from './report.ts';
import type { SecretBox, SecretKey } from './secrets/secret-box.ts';

/** Options of `openStores`. */
export interface OpenStoresOptions {
  /**
   * Makes the database's file and brings the tables up to date when opening; true by default. With
   * false a missing file, missing tables and old ones are an error, and nothing is made.
   */
  readonly migrate?: boolean | undefined;
  /**
   * Keys that seal the secrets of destination configs, the newest first: it seals, all open. Or a
   * box of your own, for example over a key service. Without it secrets are stored as they are.
   */
  readonly secrets?: readonly SecretKey[] | SecretBox | undefined;
  /** The limit of `limiter`; without it nothing is limited. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** The capacity of the outbox; records without room are not stored. */
  readonly outbox?: OutboxLimits | undefined;
  /** How long a reservation of a dead process holds credit; 2,000 by default. Must be above the budget of any request. */
  readonly reservationSeconds?: number | undefined;
  /**
   * How many days generations are kept, 90 by default; what was used by day stays longer. Source:
   * contract §15.1.
   */
  readonly generationDays?: number | undefined;
  /** How long keys that were read stay valid while the database is unavailable; 60 by default. */
  readonly staleKeySeconds?: number | undefined;
  /** Called with outages and other news for an operator. Must not throw. */
  readonly onReport?: OnReport | undefined;
  /**
   * The time of everything that is stored or ends; the system's by default. Waits for the database
   * itself (`deadlineMs`, `busyTimeoutMs`) are in real time whatever it says.
   */
  readonly clock?: Clock | undefined;

  /**
   * PostgreSQL: a statement of a request is abandoned after this many milliseconds; 3000 by
   * default.
   */
  readonly deadlineMs?: number | undefined;
  /** PostgreSQL: milliseconds between polls for changes, in addition to LISTEN; 5000 by default. */
  readonly pollMs?: number | undefined;
  /** PostgreSQL: connections in the pool; 10 by default. One more is used for LISTEN. */
  readonly connections?: number | undefined;
  /** PostgreSQL: false behind a pooler without prepared statements; true by default. */
  readonly namedStatements?: boolean | undefined;
  /** PostgreSQL: false behind a pooler that refuses LISTEN; true by default. */
  readonly listen?: boolean | undefined;

  /** SQLite: how long a write waits for other processes; 5000 by default. */
  readonly busyTimeoutMs?: number | undefined;
  /**
   * SQLite: `FULL`, the default, keeps an acknowledged write through a loss of power; `NORMAL` keeps
   * it through the end of the process only, and takes a seventh of the time.
   */
  readonly synchronous?: 'FULL' | 'NORMAL' | undefined;
}

/** A list of keys, or a box; a text in their place would be a secret itself. */
const SECRETS = secret({
  must: "a list of keys such as [{ id: 'k1', key }], the newest first, or a SecretBox",
  holds: (value) => Array.isArray(value) || withMethods('a box', 'seal', 'open').holds(value),
});

export const OPEN_OPTIONS: OptionTable<OpenStoresOptions> = {
  migrate: FLAG,
  secrets: SECRETS,
  rateLimit: OBJECT,
  outbox: OBJECT,
  reservationSeconds: AMOUNT,
  generationDays: wholeFrom(1),
  staleKeySeconds: AMOUNT,
  onReport: FUNCTION,
  clock: CLOCK,
  deadlineMs: AMOUNT,
  pollMs: AMOUNT,
  connections: wholeFrom(1),
  namedStatements: FLAG,
  listen: FLAG,
  busyTimeoutMs: AMOUNT,
  synchronous: oneOf('FULL', 'NORMAL'),
};

export const RATE_LIMIT: OptionTable<RateLimitOptions> = {
  limit: numberFrom(0),
  windowSeconds: numberFrom(0),
};

export const OUTBOX: OptionTable<OutboxLimits> = { maxEntries: AMOUNT, maxLength: AMOUNT };
