import { randomUUID } from 'node:crypto';
import { systemClock, type GatewayHandler } from '@model-gateway/core';
import type { LoadedConfig } from '../loading/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts';
import { openResolved, type OpenGateway } from '../open-gateway.ts';
import { membersInNeedOfRestart } from './members-in-need-of-restart.ts';

interface ReloadableOptions {
  readonly logger: Logger;
  readonly migrate: boolean | undefined;
}

/**
 * A gateway that the next one follows when the configuration changes: requests move over in one
 * step, and what is in flight ends where it began. Log and metrics are those of the process.
 */
export class ReloadableGateway {
  readonly #next: (loaded: LoadedConfig) => Promise<OpenGateway>;
  readonly #logger: Logger;
  readonly #started: ResolvedConfig;
  #current: OpenGateway;
  #isStopping = false;

  private constructor(
    first: OpenGateway,
    next: (loaded: LoadedConfig) => Promise<OpenGateway>,
    logger: Logger,
  ) {
    this.#current = first;
    this.#started = first.config;
    this.#next = next;
    this.#logger = logger;
  }

  /** Opens the first one, which is not ready yet. */
  static async open(
    loaded: LoadedConfig,
    { logger, migrate }: ReloadableOptions,
  ): Promise<ReloadableGateway> {
    const open = opener({ logger, metrics: createMetrics(() => systemClock.now()) });
    // A reload that names another store by mistake must not put an empty one into service.
    const next = (changed: LoadedConfig) => open(changed, { migrate: false });
    return new ReloadableGateway(await open(loaded, { migrate }), next, logger);
  }

  readonly handle: GatewayHandler = (request) => this.#current.handle(request);

  /** Answers `/healthz`, `/readyz`, `/metrics` and `/breakers`. */
  readonly admin: GatewayHandler = (request) => this.#current.admin(request);

  /** The configuration in service. */
  get config(): ResolvedConfig {
    return this.#current.config;
  }

  ready(): Promise<void> {
    return this.#current.ready();
  }

  refreshCatalog(): Promise<void> {
    return this.#current.refreshCatalog();
  }

  /**
   * Rejects, and changes nothing, for a configuration that cannot be served. Changes nothing either
   * once the gateway stops: nothing would close the next one, whose connections keep a process alive.
   */
  async reload(load: () => Promise<LoadedConfig>): Promise<void> {
    const next = await this.#next(await load());
    try {
      await next.ready();
    } catch (error) {
      await next.close();
      throw error;
    }
    if (this.#isStopping) return next.close();
    const previous = this.#current;
    this.#current = next;
    this.#logger.info('configuration reloaded');
    const members = membersInNeedOfRestart(this.#started, next.config);
    if (members.length > 0) {
      this.#logger.warn({ members: members.join(', ') }, 'these changes need a restart');
    }
    void this.#retire(previous);
  }

  /**
   * Closes a gateway once its requests have ended. Nothing waits for it: a stream that goes on for
   * minutes, or that its reader leaves unread, must not hold up the next change.
   */
  async #retire(gateway: OpenGateway): Promise<void> {
    try {
      await gateway.drained();
      await gateway.close();
    } catch (error) {
      this.#logger.error({ error }, 'a previous configuration could not be closed');
    }
  }

  stopping(): void {
    this.#isStopping = true;
    this.#current.stopping();
  }

  close(): Promise<void> {
    this.#isStopping = true;
    return this.#current.close();
  }
}

/** Opens gateways that share the log, the metrics and a store in memory. */
function opener(shared: { readonly logger: Logger; readonly metrics: Metrics }) {
  // By a name, so that a reload opens the same.
  const memory = `sqlite::memory:${randomUUID()}`;
  return (
    { config, folder, file }: LoadedConfig,
    { migrate }: Pick<ReloadableOptions, 'migrate'>,
  ) => {
    const store = config.store === 'sqlite::memory:' ? memory : config.store;
    return openResolved({ ...config, store }, { folder, source: file, migrate, ...shared });
  };
}
