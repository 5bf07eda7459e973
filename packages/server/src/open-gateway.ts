import path from 'node:path';
import {
  createGateway,
  systemClock,
  type Clock,
  type GatewayHandler,
  type RequestObserver,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { Administration, Stores } from '@model-gateway/sql';
import { CatalogFile } from './catalog-file.ts';
import { checkConfig } from './config/check-config.ts';
import { resolveConfig, type ResolvedConfig } from './config/resolve-config.ts';
import type { ConfigInput } from './config/schema.ts';
import { allowOrigins } from './egress-rules.ts';
import { openLimiter } from './limits/open-limiter.ts';
import { createLogger, type Logger } from './log/create-logger.ts';
import { createRequestLog } from './log/request-log.ts';
import { logStoreReports } from './log/store-reports.ts';
import { createMetrics, type CatalogFacts, type Metrics } from './metrics/create-metrics.ts';
import { buildProviders } from './providers/build-providers.ts';
import { withProviderModels } from './providers/with-provider-models.ts';
import { openForwarder } from './open-forwarder.ts';
import { createAdminHandler } from './running/admin-handler.ts';
import { Closers } from './running/closers.ts';
import { InFlight } from './running/in-flight.ts';
import { Readiness } from './running/readiness.ts';
import { openNamedStores } from './store/open-named-stores.ts';
import { storeLocation } from './store/store-location.ts';

/** Options of `openGateway`. */
export interface OpenGatewayOptions {
  /** Where `{ env }` secrets are read; the process's environment by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The folder that paths are relative to; the working folder by default. */
  readonly folder?: string | undefined;
  /** Named in errors; `the configuration` by default. */
  readonly source?: string | undefined;
  /** Gets the log; by default one is made from `log` of the configuration, on standard output. */
  readonly logger?: Logger | undefined;
  /** More observers of requests. */
  readonly observers?: readonly RequestObserver[] | undefined;
  /** False refuses a store whose tables are old instead of bringing them up to date. */
  readonly migrate?: boolean | undefined;
  readonly clock?: Clock | undefined;
}

/** A gateway made from a configuration. */
export interface OpenGateway extends AsyncDisposable {
  /** For every adapter: `app.use('/v1', expressGateway(gateway.handle))`. */
  readonly handle: GatewayHandler;
  /** Answers `/healthz`, `/readyz` and `/metrics`, for a port that clients do not reach. */
  readonly admin: GatewayHandler;
  /** Keys, credits, members, destinations, catalogs. */
  readonly administration: Administration;
  readonly config: ResolvedConfig;
  readonly logger: Logger;
  /** Reads the catalog ahead of the first request; `/readyz` is 503 before. */
  ready(): Promise<void>;
  /** Reads the catalog file again; does nothing without one. */
  refreshCatalog(): Promise<void>;
  /** `/readyz` is 503 from now on, so that balancers send requests elsewhere. */
  stopping(): void;
  /** Resolves when no request is in flight. */
  drained(): Promise<void>;
  /** Closes the store and every connection. Requests in flight should have ended. */
  close(): Promise<void>;
}

/**
 * Opens a gateway from a configuration: stores, providers, limits, logs and metrics. Rejects with
 * `ConfigError` for a configuration that cannot be used, and with the store's own error when that
 * cannot be reached.
 *
 * @example
 * const gateway = await openGateway({ store: 'sqlite:gateway.db', providers: [{ kind: 'openai', apiKey: { env: 'OPENAI_API_KEY' } }] });
 * app.use('/v1', expressGateway(gateway.handle));
 */
export async function openGateway(
  input: ConfigInput = {},
  options: OpenGatewayOptions = {},
): Promise<OpenGateway> {
  const { env = process.env, folder = process.cwd(), source = 'the configuration' } = options;
  const config = resolveConfig(checkConfig(input, source), { env, folder }, { source });
  return openResolved(config, { ...options, folder, source });
}

interface OpenResolvedOptions extends OpenGatewayOptions {
  readonly folder: string;
  readonly source: string;
  /** Those of the process, where gateways follow one another. */
  readonly metrics?: Metrics | undefined;
}

/** Opens the same from a configuration whose secrets were read. */
export async function openResolved(
  config: ResolvedConfig,
  options: OpenResolvedOptions,
): Promise<OpenGateway> {
  const logger = options.logger ?? createLogger(config.log);
  for (const warning of config.warnings) logger.warn(warning);
  // In the order of opening; closed from the end, also when opening fails half-way.
  const open = new Closers();
  try {
    return await assemble(config, { ...options, logger }, open);
  } catch (error) {
    await open.closeAll();
    throw error;
  }
}

interface Parts extends OpenResolvedOptions {
  readonly logger: Logger;
}

/** Puts everything together; whatever has to be closed is added to `open`. */
async function assemble(config: ResolvedConfig, parts: Parts, open: Closers): Promise<OpenGateway> {
  const { logger, source, clock = systemClock } = parts;
  const toOrigins = allowOrigins(config.egress.allowOrigins);
  const http = createGuardedHttpClient({ allow: toOrigins });
  open.add(http.close);
  const references = config.egress.references ? http : createGuardedHttpClient();
  open.add(references.close);
  const providers = await buildProviders(config.providers, http, source);

  let catalog: CatalogFacts | undefined;
  const metrics = parts.metrics ?? createMetrics(() => clock.now());
  // Where gateways follow one another, the next one's counts from the moment that it is ready.
  if (parts.metrics === undefined) metrics.catalogFrom(() => catalog);
  const store = await openStoreOf(config, parts, metrics);
  const { stores, ledger, limiter: sqlLimiter, admin, close } = store;
  open.add(close);
  const limiter = await openLimiter(config.limits, sqlLimiter, { logger, source, clock });
  open.add(async () => limiter?.close());
  const telemetry = openForwarder(
    config.telemetry,
    store,
    { http, clock: parts.clock, logger, metrics },
    open,
  );

  const gateway = createGateway({
    stores: { ...stores, models: withProviderModels(stores.models, providers) },
    images: {
      providers,
      ledger: config.credits.required ? ledger : undefined,
      limiter: limiter?.limiter,
      http: references,
    },
    destinations: config.destinations,
    clock: parts.clock,
    publicCatalog: config.catalog.public,
    maxBodyBytes: config.server.maxBodyBytes,
    dialect: config.server.dialect,
    ...(config.server.publicBaseUrl !== null && { publicBaseUrl: config.server.publicBaseUrl }),
    observers: [
      createRequestLog(logger),
      metrics.observer,
      ...(telemetry === undefined ? [] : [telemetry]),
      ...(parts.observers ?? []),
    ],
    onCatalog({ entries, revision }) {
      catalog = { models: entries.length, builtAt: clock.now() };
      logger.info({ models: entries.length, revision }, 'catalog in service');
    },
    onError: (error, request) => logger.error({ error, path: request?.path }, 'internal error'),
  });

  // Before the store closes, because it was opened earlier.
  open.add(() => gateway.settled());
  const inFlight = new InFlight(metrics.inFlight);
  const reachStore = () => admin.keys.show(NO_KEY);
  const readiness = new Readiness({
    clock,
    graceMs: (config.admin?.readyGraceSeconds ?? 30) * 1000,
    ping: reachStore,
  });
  const refreshCatalog = catalogRefresher(config, parts, admin);
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    readiness.stopping();
    return (closing ??= open.closeAll());
  };
  return {
    handle: inFlight.counted(gateway.handle),
    admin: createAdminHandler({ readiness, metrics }),
    administration: admin,
    config,
    logger,
    async ready() {
      await refreshCatalog();
      await gateway.ready();
      await reachStore();
      metrics.catalogFrom(() => catalog);
      readiness.started();
    },
    refreshCatalog,
    stopping: () => readiness.stopping(),
    drained: () => inFlight.none(),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** Opens the store of the configuration; its outages are logged and counted. */
function openStoreOf(config: ResolvedConfig, parts: Parts, metrics: Metrics): Promise<Stores> {
  return openNamedStores(storeLocation(config.store, parts.folder), {
    migrate: parts.migrate,
    secrets: config.secretKeys,
    rateLimit: config.limits?.store === 'sql' ? rateLimitOf(config.limits) : undefined,
    onReport: logStoreReports(parts.logger, metrics),
    clock: parts.clock,
  });
}

/** Returns what imports the catalog file, where the configuration names one. */
function catalogRefresher({ catalog }: ResolvedConfig, parts: Parts, admin: Administration) {
  const { file } = catalog;
  const catalogFile =
    file === null ? undefined : new CatalogFile(path.resolve(parts.folder, file), admin);
  return async () => {
    const imported = await catalogFile?.refresh();
    if (imported !== undefined) parts.logger.info(imported, 'catalog file imported');
  };
}

/** A digest that no key has. */
const NO_KEY = '0'.repeat(64);

function rateLimitOf({ requests, windowSeconds }: NonNullable<ResolvedConfig['limits']>) {
  return { limit: requests, windowSeconds };
}
