import type { RequestObserver, RequestRecord } from '@model-gateway/core';
import { collectDefaultMetrics, Registry, type OpenMetricsContentType } from 'prom-client';
import { createMeters } from './create-meters.ts';

/** Values that are measured besides requests. */
export interface GatewayFacts {
  /** Undefined before the catalog is indexed. */
  catalog(): { readonly models: number; readonly builtAt: number } | undefined;
  readonly now: () => number;
}

export interface Metrics {
  readonly observer: RequestObserver;
  /** Counts what a store reported: an outage, or work between requests that failed. */
  storeFailed(kind: 'reads' | 'writes' | 'background'): void;
  /** Counts requests in flight. */
  inFlight(change: 1 | -1): void;
  /** Adds the text of another collector, in OpenMetrics. */
  include(text: () => string): void;
  /** Everything in OpenMetrics text. */
  text(): Promise<string>;
  readonly contentType: OpenMetricsContentType;
}

export const OPENMETRICS_TYPE: OpenMetricsContentType = Registry.OPENMETRICS_CONTENT_TYPE;

/**
 * Creates the metrics of one gateway. Labels are routes, statuses, providers and outcomes, all of
 * them bounded: no ids of users, keys or models.
 */
export function createMetrics(facts: GatewayFacts): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(OPENMETRICS_TYPE);
  collectDefaultMetrics({ register: registry });
  const meters = createMeters(registry);
  const others: (() => string)[] = [];

  const countGeneration = ({ route, generation }: RequestRecord) => {
    if (generation === undefined) return;
    for (const { provider, outcome, failure } of generation.attempts) {
      meters.attempts.inc({ route, provider, outcome: failure ?? outcome });
    }
    const { provider } = generation;
    if (provider === undefined) return;
    meters.images.inc({ provider: provider.slug }, generation.images.length);
    meters.charged.inc({ provider: provider.slug }, Number(generation.costUsd));
  };

  return {
    observer: {
      wants: () => 'metadata',
      observe(record) {
        const { route, method, status, ending, ms } = record;
        meters.requests.inc({ route, method, status, ending });
        meters.duration.observe({ route, method }, ms / 1000);
        countGeneration(record);
      },
    },
    storeFailed: (kind) => meters.storeErrors.inc({ kind }),
    inFlight: (change) => meters.inFlight.inc(change),
    contentType: registry.contentType,
    include: (text) => void others.push(text),
    async text() {
      const catalog = facts.catalog();
      meters.catalogModels.set(catalog?.models ?? 0);
      meters.catalogAge.set(catalog === undefined ? 0 : (facts.now() - catalog.builtAt) / 1000);
      const texts = [await registry.metrics(), ...others.map((other) => other())];
      return `${texts.map((text) => text.replace(/# EOF\n?$/, '')).join('')}# EOF\n`;
    },
  };
}
