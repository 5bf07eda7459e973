import { described, optional } from '@model-gateway/core/kit';
import type { Detail } from '@model-gateway/pictures';
import * as v from 'valibot';
import { CLOCK_JSON, clockFromJson } from '../../clock/clock-json.ts';
import type { ClockChoice } from '../../clock/tenant-clock.ts';
import { key, oneOf } from '../../flag-values.ts';
import { LATENCY_JSON } from '../../latency/latency-json.ts';
import { readLatency } from '../../latency/latency-value.ts';
import type { Latency } from '../../latency/latency.ts';
import type { RateLimit } from '../../rate-limit.ts';
import { renameKeys, toCamelCase } from '../../rename-keys.ts';
import { checkCredits, checkId, checkKey, checkRateLimit } from './option-checks.ts';
import type { TenantOption } from './option.ts';

/** The options of a tenant in which a fork may differ from its parent. */
export interface ForkableOptions {
  /** Part of the tenant's URL and of the keys minted for it; `t1`, `t2`, … by default. */
  readonly id?: string | undefined;
  /** The inference key that is accepted; minted from the seed and the id by default. */
  readonly apiKey?: string | undefined;
  /** The management key that is accepted; minted from the seed and the id by default. */
  readonly managementKey?: string | undefined;
  /** What models may cost altogether, USD; a million by default. `usage.cost` is deducted. */
  readonly credits?: number | string | undefined;
  /** Requests to models per window and key; past it the answer is 429. Off by default. */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * The clock of everything that is timed: `'frozen'`, `'autoAdvance'`, `{ now: '2026-08-01' }`, or
   * a clock of `createVirtualClock` that several share. By default a clock that runs with real
   * time.
   */
  readonly clock?: ClockChoice | undefined;
  /**
   * `'small'` draws images of 64 pixels, stretched to the requested size, in a few milliseconds:
   * for tests that do not look at them. `'full'` by default.
   */
  readonly images?: Detail | undefined;
  /** The latency of answers and images; `'none'` by default. */
  readonly latency?: Latency | undefined;
}

/** Credits as JSON, USD. */
export const AMOUNT_JSON = v.union([v.number(), v.string()]);
/** A rate limit as JSON. */
export const RATE_LIMIT_JSON = v.object({
  limit: described(
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    'Requests to models per window and key.',
  ),
  window_seconds: described(v.pipe(v.number(), v.minValue(0)), 'The length of a window.'),
});
const DETAILS = ['full', 'small'] as const satisfies readonly Detail[];

/** The row of each of them, in the order of the documentation. */
export const FORKABLE_OPTIONS = {
  id: {
    inheritedBy: [],
    check: checkId,
    json: {
      schema: optional(
        v.string(),
        '1 to 64 letters, digits, ".", "_" and "-", for the URL and the keys; `t1`, `t2`, … by default.',
      ),
    },
  },
  apiKey: {
    inheritedBy: [],
    check: checkKey('apiKey'),
    json: { schema: optional(v.string(), 'The inference key; minted by default.') },
    flag: {
      group: 'Who may use it:',
      takes: 'key',
      help: 'inference key to accept',
      shownDefault: 'minted from the seed',
      read: key,
    },
  },
  managementKey: {
    inheritedBy: [],
    check: checkKey('managementKey'),
    json: { schema: optional(v.string(), 'The management key; minted by default.') },
    flag: {
      group: 'Who may use it:',
      takes: 'key',
      help: 'management key to accept',
      shownDefault: 'minted from the seed',
      read: key,
    },
  },
  credits: {
    inheritedBy: ['tenant'],
    default: 1_000_000,
    check: checkCredits,
    json: { schema: optional(AMOUNT_JSON, 'The total that models may cost, USD.') },
  },
  rateLimit: {
    inheritedBy: ['tenant', 'fork'],
    check: checkRateLimit,
    json: {
      schema: optional(RATE_LIMIT_JSON, 'Requests to models beyond it are answered with 429.'),
      read: (json: object) => renameKeys(json, toCamelCase),
    },
  },
  clock: {
    inheritedBy: ['tenant'],
    json: {
      schema: optional(v.object(CLOCK_JSON), 'The clock of the tenant; real time by default.'),
      read: clockFromJson,
    },
  },
  images: {
    inheritedBy: ['tenant', 'fork'],
    default: 'full',
    json: {
      schema: optional(
        v.picklist(DETAILS),
        '`small` draws 64 pixels, stretched to the requested size; `full` by default.',
      ),
    },
    flag: {
      group: 'How it behaves:',
      takes: 'detail',
      help: 'full: every pixel, with the request printed on it; small: 64 pixels, stretched, in milliseconds',
      read: (flag, text) => oneOf(flag, text, DETAILS),
    },
  },
  latency: {
    inheritedBy: ['tenant', 'fork'],
    default: 'none',
    json: { schema: LATENCY_JSON },
    flag: {
      group: 'How it behaves:',
      short: 'l',
      takes: 'time',
      help: 'how long answers and images take: none, fast, typical, slow, or a time such as 250ms or 1s-3s',
      read: readLatency,
    },
  },
} as const satisfies {
  readonly [Name in keyof ForkableOptions]-?: TenantOption<NonNullable<ForkableOptions[Name]>>;
};
