import {
  FACE_OPERATIONS,
  type AnyOperation,
  type Provider,
  type RequestObserver,
  type RequestRecord,
} from '@model-gateway/core';
import type { OpenMetricsContentType, Registry } from 'prom-client';
import { ATTEMPT_OUTCOMES } from './attempt-outcomes.ts';
import { createRequestMeter } from './create-request-meter.ts';
import { createTokenMeter } from './create-token-meter.ts';
import { TalliedCounter } from './tallied-counter.ts';

/** What is measured by the records of requests. */
export interface RequestMeters {
  readonly observer: RequestObserver;
  /** Begins to count attempts at these providers, each outcome at 0. */
  begin(providers: Iterable<MeteredProvider>): void;
  /** Counts the requests that wait for it, before a scrape. */
  countWaiting(): void;
}

/** A provider whose attempts are counted. */
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
 * Measures requests in a registry. They are counted a hundred at a time, because code that runs once in
 * a request is not in the processor's caches.
 */
export function meterRequests(registry: Registry<OpenMetricsContentType>): RequestMeters {
  const countRequest = createRequestMeter(registry);
  const { attempts, images, charged } = generationMeters(registry);
  const tokens = createTokenMeter(registry);

  const countGeneration = ({ operation, generation }: RequestRecord) => {
    if (generation === undefined) return;
    for (const { provider, outcome, failure } of generation.attempts) {
      attempts.add({ operation, provider, outcome: failure ?? outcome }, 1);
    }
    if (generation.provider === undefined) return;
    const labels = { provider: generation.provider.slug };
    let amount = 0;
    for (const { type } of generation.outputs) if (type === 'image') amount++;
    images.add(labels, amount);
    charged.add(labels, Number(generation.costUsd));
  };

  let waiting: RequestRecord[] = [];
  const countWaiting = () => {
    const records = waiting;
    waiting = [];
    for (const record of records) {
      countRequest(record);
      countGeneration(record);
      tokens.count(record);
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
    begin(providers) {
      for (const { slug: provider, images: drawing, ...faces } of providers) {
        const asking = ASKING.filter(({ face }) => faces[face] !== undefined);
        const others = drawing === undefined ? [] : ['createImage'];
        for (const operation of [...others, ...asking.map(({ id }) => id)]) {
          for (const outcome of ATTEMPT_OUTCOMES) attempts.add({ operation, provider, outcome }, 0);
        }
        if (drawing !== undefined) images.add({ provider }, 0);
        for (const one of asking) tokens.begin(one.id, provider, one.isStreamed);
        charged.add({ provider }, 0);
      }
    },
    countWaiting,
  };
}

function generationMeters(registry: Registry<OpenMetricsContentType>) {
  const registers = [registry];
  return {
    attempts: new TalliedCounter({
      name: 'gateway_attempts',
      help: 'Tries at a provider, by operation and outcome; a failure is named by its class.',
      labelNames: ['operation', 'provider', 'outcome'],
      registers,
    }),
    images: new TalliedCounter({
      name: 'gateway_images',
      help: 'Images that providers made.',
      labelNames: ['provider'],
      registers,
    }),
    charged: new TalliedCounter({
      name: 'gateway_credits_charged_usd',
      help: 'Credits charged, in USD; for accounts use the ledger, which is exact.',
      labelNames: ['provider'],
      registers,
    }),
  };
}
