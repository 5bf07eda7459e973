import { limitsProblem, NO_LIMITS } from './accounts/key-limits.ts';
import { checkStores } from './check-stores.ts';
import { ORIGIN_CHANGES } from './destinations/origin-change.ts';
import { checkDialect } from './dialect/check-dialect.ts';
import type { DestinationOptions, GatewayOptions } from './gateway-options.ts';
import type { BreakerOptions } from './inference/attempts/breakers.ts';
import type { InferenceOptions } from './inference/service.ts';
import { checkOptions, type OptionTable } from './input/check-options.ts';
import {
  AMOUNT,
  ANY_TEXT,
  ANYTHING,
  CLOCK,
  FLAG,
  FUNCTION,
  HTTP_CLIENT,
  ITERABLE,
  oneOf,
  TEXT_MEMBERS,
  withMethods,
  type ValueRule,
} from './input/value-rule.ts';
import { isJsonObject } from './json-value.ts';
import { PERMISSION } from './operations/check-operation.ts';

/**
 * Throws a `TypeError` with one sentence for options that no gateway can have: unknown ones, missing
 * or wrong stores, unknown dialects. For callers without types, who would learn of it with the first
 * request, or never.
 */
export function checkGatewayOptions(options: GatewayOptions): void {
  checkOptions('createGateway', options, OPTIONS);
  const { inference, destinations, dialect } = options;
  checkStores(options);
  if (inference !== undefined) checkInference(inference);
  if (destinations !== undefined) {
    checkOptions('createGateway({ destinations })', destinations, DESTINATIONS);
  }
  checkDialect('createGateway', dialect);
}

function checkInference(inference: InferenceOptions): void {
  if (inference.reserve === 'affordable') {
    checkOptions('createGateway({ inference })', inference, AFFORDABLE, ['ledger']);
  } else checkOptions('createGateway({ inference })', inference, INFERENCE);
  if (inference.breaker === undefined) return;
  checkOptions('createGateway({ inference: { breaker } })', inference.breaker, BREAKER);
}

/**
 * Throws a `TypeError` for permissions of operations that the gateway does not have, and for kinds
 * of keys that do not exist: a misspelt permission must not admit more keys than it says.
 */
export function checkPermissions(
  permissions: GatewayOptions['permissions'],
  operations: readonly { readonly id: string }[],
): void {
  if (permissions === undefined) return;
  const ids = [...operations.map(({ id }) => id), 'passThrough'];
  const table = Object.fromEntries(ids.map((id) => [id, PERMISSION]));
  checkOptions('createGateway({ permissions })', permissions, table);
}

/** What is no list may change at any time, so its providers are not looked at. */
const PROVIDERS: ValueRule = {
  must: 'a list of providers, such as [openai({ apiKey, http })]',
  holds: (value) => ITERABLE.holds(value) && (!Array.isArray(value) || value.every(isProvider)),
};

function isProvider(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'slug' in value;
}

const LIMITS: ValueRule = {
  must: 'limits such as { usd: "20", reset: "daily" }',
  holds: (value) => isJsonObject(value) && limitsProblem({ ...NO_LIMITS, ...value }) === undefined,
};

const OPTIONS: OptionTable<GatewayOptions> = {
  // Those that are objects or lists themselves are looked at member by member.
  stores: ANYTHING,
  authenticate: FUNCTION,
  storeTimeoutMs: AMOUNT,
  operations: ANYTHING,
  passThrough: FUNCTION,
  providers: PROVIDERS,
  inference: ANYTHING,
  destinations: ANYTHING,
  newKeyLimits: LIMITS,
  clock: CLOCK,
  today: FUNCTION,
  permissions: ANYTHING,
  publicCatalog: FLAG,
  xApiKey: FLAG,
  maxBodyBytes: AMOUNT,
  dialect: ANYTHING,
  onCatalog: FUNCTION,
  onError: FUNCTION,
  onRequest: FUNCTION,
  observers: ITERABLE,
  publicBaseUrl: ANY_TEXT,
  modelPage: FUNCTION,
  chatPage: FUNCTION,
};

const INFERENCE: OptionTable<InferenceOptions> = {
  ledger: withMethods('a credit ledger', 'reserve', 'settle', 'release'),
  chargeAccounts: FLAG,
  reserve: oneOf('whole', 'affordable'),
  onSpending: FUNCTION,
  meter: withMethods('a rate meter, such as createMemoryRateMeter({ … })', 'take', 'correct'),
  limiter: withMethods('a rate limiter, such as createMemoryRateLimiter({ … })', 'take'),
  idempotency: withMethods(
    'an idempotency store, such as createMemoryIdempotencyStore({ clock })',
    'begin',
    'finish',
  ),
  http: HTTP_CLIENT,
  budgetMs: AMOUNT,
  maxHeldBytes: AMOUNT,
  breaker: ANYTHING,
  connectMs: AMOUNT,
  firstByteMs: AMOUNT,
  firstOutputMs: AMOUNT,
  betweenOutputsMs: AMOUNT,
  wholeMs: AMOUNT,
  commitAfterMs: AMOUNT,
  routing: oneOf('weighted', 'cheapest'),
  aliases: TEXT_MEMBERS,
  random: FUNCTION,
};

/** Of a ledger that cannot tell what is left every request of a poor account would be a 402. */
const AFFORDABLE: OptionTable<InferenceOptions> = {
  ...INFERENCE,
  ledger: withMethods(
    "a credit ledger with available(), which reserve: 'affordable' asks",
    'reserve',
    'settle',
    'release',
    'available',
  ),
};

const BREAKER: OptionTable<BreakerOptions> = { failures: AMOUNT, cooldownMs: AMOUNT };

const DESTINATIONS: OptionTable<DestinationOptions> = { originChange: oneOf(...ORIGIN_CHANGES) };
