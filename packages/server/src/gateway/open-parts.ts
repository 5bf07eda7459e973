import {
  systemClock,
  type Clock,
  type HttpClient,
  type ModelStore,
  type SpendingWarning,
} from '@model-gateway/core';
import {
  createGuardedHttpClient,
  type Forwarder as PassThrough,
  type GuardedHttpClient,
} from '@model-gateway/egress';
import type { ListedProvider } from '@model-gateway/providers';
import type { Stores } from '@model-gateway/sql';
import type { Forwarder } from '@model-gateway/telemetry';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { allowOrigins } from '../egress-rules.ts';
import { openIdempotency, type OpenIdempotency } from '../limits/open-idempotency.ts';
import { openLimiter, type OpenLimiter } from '../limits/open-limiter.ts';
import { StoreHealth } from '../health/store-health.ts';
import type { Logger } from '../log/create-logger.ts';
import { logStoreReports } from '../log/store-reports.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { buildProviders } from '../providers/build-providers.ts';
import { dateModels } from '../providers/date-models.ts';
import { withProviderModels } from '../providers/with-provider-models.ts';
import { openWarnings } from '../spending/open-warnings.ts';
import { openNamedStores } from '../store/open-named-stores.ts';
import { storeLocation } from '../store/store-location.ts';
import { buildPassThrough } from './build-pass-through.ts';
import type { Closers } from './closers.ts';
import { connectTimeoutMs } from './connect-timeout.ts';
import { openForwarder } from './open-forwarder.ts';

/** What a gateway stands on: all that its configuration asks to be opened. */
export interface GatewayParts {
  readonly providers: readonly ListedProvider[];
  /** The store's models and those of the providers. */
  readonly models: ModelStore;
  /** Undefined where the configuration passes nothing on. */
  readonly passThrough: PassThrough | undefined;
  /** Fetches the images that requests refer to. */
  readonly references: HttpClient;
  readonly store: Stores;
  readonly storeHealth: StoreHealth;
  /** Undefined where the gateway has no limit of its own. */
  readonly limiter: OpenLimiter['limiter'];
  readonly meter: OpenLimiter['meter'];
  /** Undefined where the header is ignored. */
  readonly idempotency: OpenIdempotency['store'] | undefined;
  /** Tells the operator that a share of a limit is reached. */
  readonly onSpending: (warning: SpendingWarning) => void;
  /** Undefined where the configuration has telemetry off. */
  readonly telemetry: Forwarder | undefined;
}

export interface PartsContext {
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** Named in errors. */
  readonly source: string;
  readonly migrate?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Opens the parts in the order in which they need each other; each is added to `closers`. */
export async function openParts(
  config: ResolvedConfig,
  context: PartsContext,
  closers: Closers,
): Promise<GatewayParts> {
  const { source, logger, metrics, clock = systemClock } = context;
  const http = openClient(config.egress.allowOrigins, closers, connectTimeoutMs(config));
  const references = config.egress.references ? http : openClient([], closers);
  const providers = await buildProviders(config.providers, { http, source, clock });
  const passThrough = buildPassThrough(config, { http, clock });
  metrics.providers(providers);
  const storeHealth = new StoreHealth();
  const store = await openStore(config, context, storeHealth);
  closers.add(store.close);
  const dated = await dateModels(providers, store.sightings);
  const { limiter, meter, close } = await openLimiter(config.limits, store, {
    logger,
    metrics,
    source,
    clock,
  });
  closers.add(close);
  const idempotency = await openIdempotency(config.idempotency, store.idempotency, {
    logger,
    source,
    clock,
  });
  closers.add(async () => idempotency?.close());
  const told = { http, clock, logger, metrics };
  const warnings = openWarnings(config.spending.webhook, told);
  closers.add(warnings.close);
  const telemetry = openTelemetry(config, store, context, closers);
  return {
    providers,
    models: withProviderModels(store.stores.models, providers, dated),
    passThrough,
    references,
    store,
    storeHealth,
    limiter,
    meter,
    idempotency: idempotency?.store,
    onSpending: warnings.onSpending,
    telemetry,
  };
}

/** Whose keys may change a destination is not whom the operator trusts with its providers' network. */
function openTelemetry(
  { telemetry }: ResolvedConfig,
  store: Stores,
  context: PartsContext,
  closers: Closers,
): Forwarder | undefined {
  if (!telemetry.enabled) return undefined;
  const http = openClient(telemetry.allowOrigins, closers);
  return openForwarder(telemetry, store, { ...context, http }, closers);
}

function openClient(
  origins: readonly string[],
  closers: Closers,
  timeoutMs?: number,
): GuardedHttpClient {
  const http = createGuardedHttpClient({
    allow: allowOrigins(origins),
    connectTimeoutMs: timeoutMs,
  });
  closers.add(http.close);
  return http;
}

/** Opens the store of the configuration; its outages are logged and counted. */
function openStore(
  { store, secretKeys, limits, generationDays }: ResolvedConfig,
  { folder, migrate, logger, metrics, clock }: PartsContext,
  health: StoreHealth,
): Promise<Stores> {
  const log = logStoreReports(logger, metrics);
  return openNamedStores(storeLocation(store, folder), {
    migrate,
    secrets: secretKeys,
    generationDays,
    rateLimit:
      limits?.store === 'sql'
        ? { limit: limits.requests, windowSeconds: limits.windowSeconds }
        : undefined,
    onReport(report) {
      health.note(report);
      log(report);
    },
    clock,
  });
}
