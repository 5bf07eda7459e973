import { systemClock } from '@model-gateway/core';
import { mountAt, withCors, type GatewayHandler } from '@model-gateway/core/http';
import { sendAndFree, serve, type RunningServer } from '@model-gateway/node';
import type { LoadedConfig } from '../loading/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { createLogger, type Logger } from '../log/create-logger.ts';
import { ReloadableGateway } from './reloadable-gateway.ts';
import { serveAdmin } from './serve-admin.ts';

/** Options of the command line that override the configuration. */
export interface ServeOverrides {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly adminPort?: number | undefined;
  readonly logLevel?: ResolvedConfig['log']['level'] | undefined;
  readonly migrate?: boolean | undefined;
  /** False in the workers of a cluster, whose primary has the port. */
  readonly hasAdmin?: boolean | undefined;
}

/** A gateway on its ports. */
export interface RunningGateway {
  readonly url: string;
  readonly adminUrl: string | undefined;
  /** Answers `/healthz`, `/readyz`, `/metrics` and `/breakers`. */
  readonly admin: GatewayHandler;
  readonly logger: Logger;
  /** The configuration in service. */
  config(): ResolvedConfig;
  /**
   * Switches to a new configuration in one step, unless the server stops meanwhile. Rejects, and
   * changes nothing, if it is invalid.
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
  const { config } = loaded;
  const logger = createLogger({ ...config.log, level: overrides.logLevel ?? config.log.level });
  const { migrate } = overrides;
  const gateway = await ReloadableGateway.open(loaded, { logger, migrate });
  let adminServer: RunningServer | undefined;
  try {
    // First, so that a probe sees "starting" while a large catalog is read.
    adminServer = await serveHealth(gateway, config, overrides);
    await gateway.ready();
    const publicServer = await servePublic(gateway, config, overrides);
    return {
      url: `${publicServer.url}${config.server.basePath}`,
      adminUrl: adminServer?.url,
      admin: gateway.admin,
      logger,
      config: () => gateway.config,
      reload: (load) => gateway.reload(load),
      refreshCatalog: () => gateway.refreshCatalog(),
      stop: () => drain(gateway, publicServer, adminServer),
      async stopNow() {
        await Promise.all([publicServer.closeNow(), adminServer?.closeNow()]);
      },
    };
  } catch (error) {
    await adminServer?.closeNow();
    await gateway.close();
    throw error;
  }
}

/** Serves health and metrics, where the configuration and this process have a port for them. */
async function serveHealth(
  { admin: handle }: ReloadableGateway,
  { admin }: ResolvedConfig,
  { adminPort, hasAdmin = true }: ServeOverrides,
): Promise<RunningServer | undefined> {
  if (admin === null || !hasAdmin) return undefined;
  return serveAdmin(handle, { ...admin, port: adminPort ?? admin.port });
}

/** Serves the API. */
function servePublic(
  { handle }: ReloadableGateway,
  { server }: ResolvedConfig,
  { host = server.host, port = server.port }: ServeOverrides,
): Promise<RunningServer> {
  const mounted = mountAt(server.basePath, handle);
  return serve(server.cors ? withCors(mounted) : mounted, {
    host,
    port,
    maxConnections: server.maxConnections ?? undefined,
    // Nothing between the gateway and this keeps what it answers.
    send: sendAndFree,
  });
}

/** Stops by the configuration in service, which a reload may have changed. */
async function drain(
  gateway: ReloadableGateway,
  publicServer: RunningServer,
  adminServer: RunningServer | undefined,
): Promise<void> {
  const { shutdownDelayMs, drainTimeoutMs } = gateway.config.server;
  gateway.stopping();
  await later(shutdownDelayMs);
  await publicServer.close({ drainTimeoutMs });
  await gateway.close();
  await adminServer?.close({ drainTimeoutMs: 1000 });
}

function later(milliseconds: number): Promise<void> {
  if (milliseconds === 0) return Promise.resolve();
  return new Promise((resolve) => void systemClock.after(milliseconds, resolve, 'wait'));
}
