import type { HttpClient, MemoryDestinationStore, RequestObserver } from '@model-gateway/core';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';

/**
 * Forwards the telemetry of a tenant: each record at once and in real time, whatever the tenant's
 * clock says, so that a test may wait for it at its collector.
 */
export class TenantForwarding {
  readonly #http: HttpClient;
  readonly #forwarders = new Map<MemoryDestinationStore, Forwarder>();
  #isClosed = false;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Observes the requests of a gateway whose destinations these are. */
  observer(destinations: MemoryDestinationStore): RequestObserver {
    const forwarder = this.#forwarderOf(destinations);
    return {
      wants: (operation, caller) => forwarder.wants(operation, caller),
      observe: (record) => {
        forwarder.observe(record);
        void forwarder.flush();
      },
    };
  }

  /** Sends what is left, for at most a second. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = Array.from(this.#forwarders.values(), (each) =>
      each.close({ timeoutMs: LONGEST_CLOSING_MS }),
    );
    await Promise.all(closing);
  }

  #forwarderOf(destinations: MemoryDestinationStore): Forwarder {
    const known = this.#forwarders.get(destinations);
    if (known !== undefined) return known;
    const forwarder = createForwarder({ destinations, http: this.#http });
    if (this.#isClosed) void forwarder.close({ timeoutMs: 0 });
    this.#forwarders.set(destinations, forwarder);
    return forwarder;
  }
}

const LONGEST_CLOSING_MS = 1000;
