import type { Clock } from '@model-gateway/core';

export type Status = 'starting' | 'ok' | 'degraded' | 'stopping';

export interface ReadinessOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** How long the store may be unavailable before the process is no longer ready. */
  readonly graceMs: number;
  /** Asks the store whether it can be read and written; rejects while it cannot. */
  readonly ping: () => Promise<unknown>;
}

/** Pings are shared by probes that arrive within this time. */
const PING_EVERY_MS = 1000;

/** Decides whether a gateway should get requests. */
export class Readiness {
  readonly #options: ReadinessOptions;
  #isStarted = false;
  #isStopping = false;
  #awaySince: number | undefined;
  #pingedAt = -Infinity;
  #ping: Promise<void> | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** The catalog is indexed and the store was reached. */
  started(): void {
    this.#isStarted = true;
  }

  /** Not ready from now on. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Pings the store and returns the current status. */
  async status(): Promise<Status> {
    if (this.#isStopping) return 'stopping';
    if (!this.#isStarted) return 'starting';
    const { clock, graceMs } = this.#options;
    const now = clock.now();
    // Later than now if the clock was set back since.
    if (now < this.#pingedAt || now - this.#pingedAt >= PING_EVERY_MS) {
      this.#pingedAt = now;
      this.#ping = this.#askStore();
    }
    await this.#ping;
    const away = this.#awaySince === undefined ? 0 : clock.now() - this.#awaySince;
    return away > graceMs ? 'degraded' : 'ok';
  }

  async #askStore(): Promise<void> {
    try {
      await this.#options.ping();
      this.#awaySince = undefined;
    } catch {
      this.#awaySince ??= this.#options.clock.now();
    }
  }
}
