import { randomUUID } from 'node:crypto';
import { systemClock } from '@model-gateway/core';
import { mountAt, withCors, type GatewayHandler } from '@model-gateway/core/http';
import { serve, type RunningServer } from '@model-gateway/node';
import type { LoadedConfig } from '../config/load-config.ts';
import { createLogger, type Logger } from '../log/create-logger.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { openResolved } from '../open-gateway.ts';

/** Options of the command line that override the configuration. */
export interface ServeOverrides {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly adminPort?: number | undefined;
  readonly logLevel?: LoadedConfig['config']['log']['level'] | undefined;
  readonly migrate?: boolean | undefined;
  /** False in the workers of a cluster, whose primary has the port. */
  readonly hasAdmin?: boolean | undefined;
}

/** A gateway on its ports. */
export interface RunningGateway {
  readonly url: string;
  readonly adminUrl: string | undefined;
  /** Answers `/healthz`, `/readyz` and `/metrics`. */
  readonly admin: GatewayHandler;
  readonly logger: Logger;
  /**
   * Switches to a new configuration in one step. Rejects, and changes nothing, if it is invalid.
   */
  reload(load: () => Promise<LoadedConfig>): Promise<void>;
  /** Reads the catalog file again. */
  refreshCatalog(): Promise<void>;
  /**
   * Drains: reports not ready, then accepts no new connections, then waits for requests in flight.
   */
  stop(): Promise<void>;
  /** Cuts requests that are still in flight. */
  stopNow(): Promise<void>;
}

/** Opens a gateway and serves it; resolves once it accepts connections and its catalog is read. */
export async function runServer(
  loaded: LoadedConfig,
  overrides: ServeOverrides = {},
): Promise<RunningGateway> {
  const { server: wanted, admin } = loaded.config;
  const level = overrides.logLevel ?? loaded.config.log.level;
  const logger = createLogger({ ...loaded.config.log, level });
  // Reloads count on.
  const metrics = createMetrics(() => systemClock.now());
  const memory = `sqlite::memory:${randomUUID()}`;
  const open = ({ config, folder, file }: LoadedConfig) => {
    // By a name, so that a reload opens the same.
    const store = config.store === 'sqlite::memory:' ? memory : config.store;
    const options = { folder, source: file, logger, metrics, migrate: overrides.migrate };
    return openResolved({ ...config, store }, options);
  };
  let current = await open(loaded);
  let servers: readonly RunningServer[] = [];
  try {
    // First, so that a probe sees "starting" while a large catalog is read.
    const hasAdmin = admin !== null && overrides.hasAdmin !== false;
    const adminServer = hasAdmin
      ? await serve((request) => current.admin(request), {
          host: admin.host,
          port: overrides.adminPort ?? admin.port,
        })
      : undefined;
    servers = adminServer === undefined ? [] : [adminServer];
    await current.ready();
    const publicServer = await serve(
      publicHandler((request) => current.handle(request), loaded),
      {
        host: overrides.host ?? wanted.host,
        port: overrides.port ?? wanted.port,
        maxConnections: wanted.maxConnections ?? undefined,
      },
    );
    servers = [publicServer, ...servers];
    return {
      url: `${publicServer.url}${wanted.basePath}`,
      adminUrl: adminServer?.url,
      admin: (request) => current.admin(request),
      logger,
      async reload(load) {
        const next = await open(await load());
        try {
          await next.ready();
        } catch (error) {
          await next.close();
          throw error;
        }
        const previous = current;
        current = next;
        logger.info('configuration reloaded');
        // What is in flight belongs to the previous gateway, and ends there.
        await previous.drained();
        await previous.close();
      },
      refreshCatalog: () => current.refreshCatalog(),
      async stop() {
        current.stopping();
        await later(current.config.server.shutdownDelayMs);
        await publicServer.close({ drainTimeoutMs: current.config.server.drainTimeoutMs });
        await current.close();
        await adminServer?.close({ drainTimeoutMs: 1000 });
      },
      async stopNow() {
        await Promise.all(servers.map((one) => one.closeNow()));
      },
    };
  } catch (error) {
    await Promise.all(servers.map((server) => server.closeNow()));
    await current.close();
    throw error;
  }
}

function publicHandler(handle: GatewayHandler, { config }: LoadedConfig): GatewayHandler {
  const mounted = mountAt(config.server.basePath, handle);
  return config.server.cors ? withCors(mounted) : mounted;
}

function later(milliseconds: number): Promise<void> {
  if (milliseconds === 0) return Promise.resolve();
  return new Promise((resolve) => void systemClock.after(milliseconds, resolve, 'wait'));
}
