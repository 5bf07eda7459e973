import type { RequestObserver, RequestRecord } from '@model-gateway/core';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type OpenMetricsContentType,
} from 'prom-client';

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

/** Images take seconds, lists milliseconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120, 300];

export const OPENMETRICS_TYPE: OpenMetricsContentType = Registry.OPENMETRICS_CONTENT_TYPE;

/**
 * Creates the metrics of one gateway. Labels are routes, statuses, providers and outcomes, all of
 * them bounded: no ids of users, keys or models.
 */
export function createMetrics(facts: GatewayFacts): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(OPENMETRICS_TYPE);
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const others: (() => string)[] = [];

  const requests = new Counter({
    name: 'gateway_requests',
    help: 'Requests that ended, by route and status.',
    labelNames: ['route', 'method', 'status', 'ending'],
    registers,
  });
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'From the arrival of a request until the last byte of its response.',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'gateway_requests_in_flight',
    help: 'Requests that arrived and have not ended.',
    registers,
  });
  const attempts = new Counter({
    name: 'gateway_image_attempts',
    help: 'Tries at an image provider, by outcome; a failure is named by its class.',
    labelNames: ['route', 'provider', 'outcome'],
    registers,
  });
  const images = new Counter({
    name: 'gateway_images',
    help: 'Images that providers made.',
    labelNames: ['provider'],
    registers,
  });
  const charged = new Counter({
    name: 'gateway_credits_charged_usd',
    help: 'Credits charged, in USD; for accounts use the ledger, which is exact.',
    labelNames: ['provider'],
    registers,
  });
  const storeErrors = new Counter({
    name: 'gateway_store_errors',
    help: 'Outages of the store, and work between requests that failed.',
    labelNames: ['kind'],
    registers,
  });
  const catalogModels = new Gauge({
    name: 'gateway_catalog_models',
    help: 'Models of the catalog in service.',
    registers,
  });
  const catalogAge = new Gauge({
    name: 'gateway_catalog_age_seconds',
    help: 'Since the catalog in service was indexed.',
    registers,
  });

  const countGeneration = ({ route, generation }: RequestRecord) => {
    if (generation === undefined) return;
    for (const { provider, outcome, failure } of generation.attempts) {
      attempts.inc({ route, provider, outcome: failure ?? outcome });
    }
    const { provider } = generation;
    if (provider === undefined) return;
    images.inc({ provider: provider.slug }, generation.images.length);
    charged.inc({ provider: provider.slug }, Number(generation.costUsd));
  };

  return {
    observer: {
      wants: () => 'metadata',
      observe(record) {
        const { route, method, status, ending, ms } = record;
        requests.inc({ route, method, status, ending });
        duration.observe({ route, method }, ms / 1000);
        countGeneration(record);
      },
    },
    storeFailed: (kind) => storeErrors.inc({ kind }),
    inFlight: (change) => inFlight.inc(change),
    contentType: registry.contentType,
    include: (text) => void others.push(text),
    async text() {
      const catalog = facts.catalog();
      catalogModels.set(catalog?.models ?? 0);
      catalogAge.set(catalog === undefined ? 0 : (facts.now() - catalog.builtAt) / 1000);
      const texts = [await registry.metrics(), ...others.map((other) => other())];
      return `${texts.map((text) => text.replace(/# EOF\n?$/, '')).join('')}# EOF\n`;
    },
  };
}
