import type { BreakerReport, RequestObserver, SpendingWarning } from '@model-gateway/core';
import { toOpenMetrics } from '@model-gateway/telemetry';
import { createMeters, type STORE_ERRORS } from './create-meters.ts';
import { meterRequests, type MeteredProvider } from './meter-requests.ts';
import { processRegistry } from './process-registry.ts';
import { TelemetryTotals } from './telemetry-totals.ts';

/** The catalog in service. */
export interface CatalogFacts {
  readonly models: number;
  /** When it was indexed, milliseconds since the Unix epoch. */
  readonly builtAt: number;
}

/** What is measured of a gateway when metrics are read. */
export interface GatewayFacts {
  /** Undefined before it is indexed. */
  catalog(): CatalogFacts | undefined;
  breakers(): readonly BreakerReport[];
}

/** The metrics of a process; those of a gateway that follows another in it grow on. */
export interface Metrics {
  readonly observer: RequestObserver;
  /** Counts what a store reported: an outage, or work between requests that failed. */
  storeFailed(kind: (typeof STORE_ERRORS)[number]): void;
  /** Counts a share of a limit that was reached. */
  spendingWarned(warning: SpendingWarning): void;
  /** Says whether the store of the rate limits, Redis, does not answer. */
  limiterAway(isAway: boolean): void;
  /** Begins to count attempts at these providers, each outcome at 0, and their open breakers. */
  providers(providers: readonly MeteredProvider[]): void;
  /** Counts requests in flight. */
  inFlight(change: 1 | -1): void;
  /** Measures this gateway from now on, instead of the one before. */
  gatewayFrom(facts: GatewayFacts): void;
  readonly telemetry: Pick<TelemetryTotals, 'begin'>;
  /** Everything in OpenMetrics text. */
  text(): Promise<string>;
}

/**
 * Creates the metrics of a process. Labels are routes, operations, statuses, providers and
 * outcomes, all of them bounded: no ids of users, keys or models.
 */
export function createMetrics(now: () => number): Metrics {
  const registry = processRegistry();
  const requests = meterRequests(registry);
  const meters = createMeters(registry);
  const telemetry = new TelemetryTotals();
  let inFlight = 0;
  let gateway: GatewayFacts = { catalog: () => undefined, breakers: () => [] };
  const slugsOfProviders = new Set<string>();

  const measureBreakers = () => {
    const open = gateway.breakers().filter(({ state }) => state === 'open');
    for (const provider of slugsOfProviders) {
      meters.breakersOpen.set({ provider }, open.filter((one) => one.provider === provider).length);
    }
  };

  return {
    observer: requests.observer,
    storeFailed: (kind) => meters.storeErrors.inc({ kind }),
    spendingWarned: ({ budget: { kind: of }, percent }) =>
      meters.spendingWarnings.inc({ of, percent }),
    limiterAway: (isAway) => meters.limiterAway.set(isAway ? 1 : 0),
    providers(providers) {
      for (const { slug } of providers) slugsOfProviders.add(slug);
      requests.begin(providers);
    },
    inFlight: (change) => void (inFlight += change),
    gatewayFrom: (facts) => void (gateway = facts),
    telemetry,
    async text() {
      const catalog = gateway.catalog();
      requests.countWaiting();
      measureBreakers();
      meters.inFlight.set(inFlight);
      meters.catalogModels.set(catalog?.models ?? 0);
      meters.catalogAge.set(catalog === undefined ? 0 : (now() - catalog.builtAt) / 1000);
      const stats = telemetry.stats();
      const texts = [await registry.metrics(), stats === undefined ? '' : toOpenMetrics(stats)];
      return `${texts.map((text) => text.replace(/# EOF\n?$/, '')).join('')}# EOF\n`;
    },
  };
}
