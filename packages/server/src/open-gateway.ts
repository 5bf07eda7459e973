import path from 'node:path';
import {
  createGateway,
  systemClock,
  type Clock,
  type GatewayHandler,
  type RequestObserver,
} from '@model-gateway/core';
import type { Administration } from '@model-gateway/sql';
import {
  checkOptions,
  CLOCK,
  FLAG,
  ITERABLE,
  OBJECT,
  type OptionTable,
  TEXT,
  withMethods,
} from '@model-gateway/core/kit';
import type { ResolvedConfig } from './config/resolve-config.ts';
import type { ConfigInput } from './config/schema.ts';
import { CatalogFile } from './gateway/catalog-file.ts';
import { Closers } from './gateway/closers.ts';
import { gatewayOptions } from './gateway/gateway-options.ts';
import { inService } from './gateway/in-service.ts';
import { openParts } from './gateway/open-parts.ts';
import { ServedCatalog } from './gateway/served-catalog.ts';
import { Readiness } from './health/readiness.ts';
import { settleConfig } from './loading/settle-config.ts';
import { createLogger, type Logger } from './log/create-logger.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';

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
  /** Answers `/healthz`, `/readyz`, `/metrics` and `/breakers`, for a port that clients do not reach. */
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
  checkOptions('openGateway', options, OPTIONS);
  const { env = process.env, folder = process.cwd(), source = 'the configuration' } = options;
  const config = await settleConfig(input, { env, folder }, { source });
  return openResolved(config, { ...options, folder, source });
}

interface ResolvedOptions extends OpenGatewayOptions {
  readonly folder: string;
  readonly source: string;
  /** Those of the process, where gateways follow one another. */
  readonly metrics?: Metrics | undefined;
}

/** Opens the same from a configuration whose secrets were read. */
export async function openResolved(
  config: ResolvedConfig,
  options: ResolvedOptions,
): Promise<OpenGateway> {
  const logger = options.logger ?? createLogger(config.log);
  for (const warning of config.warnings) logger.warn(warning);
  // Closed in reverse order, also when opening fails half-way.
  const closers = new Closers();
  try {
    return await assemble(config, { ...options, logger }, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

interface AssemblyOptions extends ResolvedOptions {
  readonly logger: Logger;
}

/** Puts the gateway together from its parts; what has to be closed is added to `closers`. */
async function assemble(
  config: ResolvedConfig,
  options: AssemblyOptions,
  closers: Closers,
): Promise<OpenGateway> {
  const { logger, clock = systemClock } = options;
  const metrics = options.metrics ?? createMetrics(() => clock.now());
  const parts = await openParts(config, { ...options, metrics }, closers);
  const served = new ServedCatalog(parts.providers, clock, logger);
  const gateway = createGateway({
    ...gatewayOptions(config, parts, { ...options, metrics }),
    onCatalog: (index) => served.replace(index),
  });
  const facts = { catalog: () => served.facts, breakers: () => gateway.breakers() };
  // Where gateways follow one another, the next one is measured from the moment that it is ready.
  if (options.metrics === undefined) metrics.gatewayFrom(facts);
  // Before the store closes, because it was opened earlier.
  closers.add(() => gateway.settled());
  const { admin, probeWrites } = parts.store;
  const reachStore = () => admin.keys.show(NO_KEY);
  const graceMs = (config.admin?.readyGraceSeconds ?? 30) * 1000;
  const readiness = new Readiness({
    clock,
    graceMs,
    ping: () => parts.storeHealth.ping({ read: reachStore, write: probeWrites }),
  });
  const refreshCatalog = catalogRefresher(config.catalog, admin, options);
  const warmUp = async () => {
    await refreshCatalog();
    await gateway.ready();
    await reachStore();
    metrics.gatewayFrom(facts);
  };
  const { breakers } = facts;
  const service = inService(gateway.handle, { warmUp, readiness, metrics, breakers, closers });
  return { ...service, administration: admin, config, logger, refreshCatalog };
}

/** Returns what imports the catalog file, where the configuration names one. */
function catalogRefresher(
  { file }: ResolvedConfig['catalog'],
  admin: Administration,
  { folder, logger }: Pick<AssemblyOptions, 'folder' | 'logger'>,
) {
  const catalogFile =
    file === null ? undefined : new CatalogFile(path.resolve(folder, file), admin);
  return async () => {
    const imported = await catalogFile?.refresh();
    if (imported !== undefined) logger.info(imported, 'catalog file imported');
  };
}

/** A digest that no key has. */
const NO_KEY = '0'.repeat(64);

const OPTIONS: OptionTable<OpenGatewayOptions> = {
  env: OBJECT,
  folder: TEXT,
  source: TEXT,
  logger: withMethods('a logger with info(), warn() and error()', 'info', 'warn', 'error'),
  observers: ITERABLE,
  migrate: FLAG,
  clock: CLOCK,
};
