import { Counter, Gauge, type OpenMetricsContentType, type Registry } from 'prom-client';

/** Why a store error is counted. */
export const STORE_ERRORS = ['reads', 'writes', 'background'] as const;

/** What a limit of spending is of, and the shares of it that are told. */
const LIMITED = ['key', 'member', 'workspace', 'organization'] as const;
const PERCENTS = [50, 80, 100] as const;

/**
 * Creates the counters and gauges of a gateway that no request's record tells, in a registry: names, help
 * and labels. Samples that alerts read exist at 0 from the start: the increase of one that
 * is born at 1 would be 0.
 */
export function createMeters(registry: Registry<OpenMetricsContentType>) {
  const registers = [registry];
  const meters = metersIn(registers);
  for (const kind of STORE_ERRORS) meters.storeErrors.inc({ kind }, 0);
  for (const of of LIMITED) {
    for (const percent of PERCENTS) meters.spendingWarnings.inc({ of, percent }, 0);
  }
  return meters;
}

function metersIn(registers: Registry<OpenMetricsContentType>[]) {
  return {
    inFlight: new Gauge({
      name: 'gateway_requests_in_flight',
      help: 'Requests that arrived and have not ended.',
      registers,
    }),
    breakersOpen: new Gauge({
      name: 'gateway_breakers_open',
      help: 'Models of a provider that cool down after failures in a row, and get no requests.',
      labelNames: ['provider'],
      registers,
    }),
    storeErrors: new Counter({
      name: 'gateway_store_errors',
      help: 'Outages of the store, and work between requests that failed.',
      labelNames: ['kind'],
      registers,
    }),
    spendingWarnings: new Counter({
      name: 'gateway_spending_warnings',
      help: 'Shares of limits in USD that were reached, by whose limit and percent; once a window.',
      labelNames: ['of', 'percent'],
      registers,
    }),
    limiterAway: new Gauge({
      name: 'gateway_rate_limit_store_away',
      help: '1 while Redis does not answer, and limits.whenUnreachable decides.',
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
