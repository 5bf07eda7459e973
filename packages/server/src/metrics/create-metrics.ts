import {
  FACE_OPERATIONS,
  type AnyOperation,
  type BreakerReport,
  type Provider,
  type RequestObserver,
  type RequestRecord,
  type SpendingWarning,
} from '@model-gateway/core';
import { toOpenMetrics } from '@model-gateway/telemetry';
import { collectDefaultMetrics, Registry, type OpenMetricsContentType } from 'prom-client';
import { ATTEMPT_OUTCOMES } from './attempt-outcomes.ts';
import { createMeters, type STORE_ERRORS } from './create-meters.ts';
import { createRequestMeter } from './create-request-meter.ts';
import { createTokenMeter } from './create-token-meter.ts';
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

/** A provider of the configuration. */
export type MeteredProvider = Omit<Provider, 'name'>;

/** The operations by which a provider is asked for an answer, by the face that it needs. */
const ASKING = Object.entries<readonly AnyOperation[]>(FACE_OPERATIONS).flatMap(
  ([face, operations]) =>
    operations
      .filter(({ errors }) => errors.includes('providerFailed'))
      // The keys of the table are names of faces.
      .map(({ id, events }) => ({ face: face as Face, id, isStreamed: events !== undefined })),
);

type Face = keyof typeof FACE_OPERATIONS;

/** Of requests that are not counted yet. */
const MOST_WAITING = 100;

/**
 * Creates the metrics of a process. Requests are counted a hundred at a time, and when metrics are
 * read. Labels are routes, operations, statuses, providers and outcomes, all of them
 * bounded: no ids of users, keys or models.
 */
export function createMetrics(now: () => number): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const countRequest = createRequestMeter(registry);
  const meters = createMeters(registry);
  const tokens = createTokenMeter(registry);
  const telemetry = new TelemetryTotals();
  let inFlight = 0;
  let gateway: GatewayFacts = { catalog: () => undefined, breakers: () => [] };
  const slugsOfProviders = new Set<string>();

  const countGeneration = ({ operation, generation }: RequestRecord) => {
    if (generation === undefined) return;
    for (const { provider, outcome, failure } of generation.attempts) {
      meters.attempts.add({ operation, provider, outcome: failure ?? outcome }, 1);
    }
    if (generation.provider === undefined) return;
    const labels = { provider: generation.provider.slug };
    let images = 0;
    for (const { type } of generation.outputs) if (type === 'image') images++;
    meters.images.add(labels, images);
    meters.charged.add(labels, Number(generation.costUsd));
  };

  let waiting: RequestRecord[] = [];
  /** Code that runs once in a request is not in the processor's caches. */
  const countWaiting = () => {
    const records = waiting;
    waiting = [];
    for (const record of records) {
      countRequest(record);
      countGeneration(record);
      tokens.count(record);
    }
  };

  const measureBreakers = () => {
    const open = gateway.breakers().filter(({ state }) => state === 'open');
    for (const provider of slugsOfProviders) {
      meters.breakersOpen.set({ provider }, open.filter((one) => one.provider === provider).length);
    }
  };

  return {
    observer: {
      wants: () => 'metadata',
      observe(record) {
        waiting.push(record);
        if (waiting.length === MOST_WAITING) countWaiting();
      },
    },
    storeFailed: (kind) => meters.storeErrors.inc({ kind }),
    spendingWarned: ({ budget: { kind: of }, percent }) =>
      meters.spendingWarnings.inc({ of, percent }),
    limiterAway: (isAway) => meters.limiterAway.set(isAway ? 1 : 0),
    providers(providers) {
      for (const { slug: provider, images, ...faces } of providers) {
        slugsOfProviders.add(provider);
        const asking = ASKING.filter(({ face }) => faces[face] !== undefined);
        const others = images === undefined ? [] : ['createImage'];
        for (const operation of [...others, ...asking.map(({ id }) => id)]) {
          for (const outcome of ATTEMPT_OUTCOMES) {
            meters.attempts.add({ operation, provider, outcome }, 0);
          }
        }
        if (images !== undefined) meters.images.add({ provider }, 0);
        for (const one of asking) tokens.begin(one.id, provider, one.isStreamed);
        meters.charged.add({ provider }, 0);
      }
    },
    inFlight: (change) => void (inFlight += change),
    gatewayFrom: (facts) => void (gateway = facts),
    telemetry,
    async text() {
      const catalog = gateway.catalog();
      countWaiting();
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
