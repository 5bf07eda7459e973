import { Counter, Gauge, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';

/** Images take seconds, lists milliseconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120, 300];

/** Creates every counter, gauge and histogram of a gateway, in a registry: names, help and labels. */
export function createMeters(registry: Registry<OpenMetricsContentType>) {
  const registers = [registry];
  return {
    requests: new Counter({
      name: 'gateway_requests',
      help: 'Requests that ended, by route and status.',
      labelNames: ['route', 'method', 'status', 'ending'],
      registers,
    }),
    duration: new Histogram({
      name: 'gateway_request_duration_seconds',
      help: 'From the arrival of a request until the last byte of its response.',
      labelNames: ['route', 'method'],
      buckets: SECONDS,
      registers,
    }),
    inFlight: new Gauge({
      name: 'gateway_requests_in_flight',
      help: 'Requests that arrived and have not ended.',
      registers,
    }),
    attempts: new Counter({
      name: 'gateway_image_attempts',
      help: 'Tries at an image provider, by outcome; a failure is named by its class.',
      labelNames: ['route', 'provider', 'outcome'],
      registers,
    }),
    images: new Counter({
      name: 'gateway_images',
      help: 'Images that providers made.',
      labelNames: ['provider'],
      registers,
    }),
    charged: new Counter({
      name: 'gateway_credits_charged_usd',
      help: 'Credits charged, in USD; for accounts use the ledger, which is exact.',
      labelNames: ['provider'],
      registers,
    }),
    storeErrors: new Counter({
      name: 'gateway_store_errors',
      help: 'Outages of the store, and work between requests that failed.',
      labelNames: ['kind'],
      registers,
    }),
    catalogModels: new Gauge({
      name: 'gateway_catalog_models',
      help: 'Models of the catalog in service.',
      registers,
    }),
    catalogAge: new Gauge({
      name: 'gateway_catalog_age_seconds',
      help: 'Since the catalog in service was indexed.',
      registers,
    }),
  };
}
