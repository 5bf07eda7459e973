import type { Clock, GatewayOptions, RequestObserver } from '@model-gateway/core';
import { newKeyLimits } from '../config/new-key-limits.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import { createRequestLog } from '../log/request-log.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { GatewayParts } from './open-parts.ts';

interface OptionsContext {
  readonly clock?: Clock | undefined;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'observer'>;
  /** The host's own. */
  readonly observers?: readonly RequestObserver[] | undefined;
}

/** Returns the options of the core's gateway for a configuration and its open parts. */
export function gatewayOptions(
  config: ResolvedConfig,
  {
    providers,
    models,
    passThrough,
    references,
    store,
    limiter,
    meter,
    idempotency,
    onSpending,
    telemetry,
  }: GatewayParts,
  { clock, logger, metrics, observers = [] }: OptionsContext,
): GatewayOptions {
  const { server, catalog, credits, destinations, inference } = config;
  const { stores, ledger } = store;
  return {
    stores: { ...stores, models },
    providers,
    passThrough,
    inference: {
      ledger,
      // The limits of keys hold all the same.
      chargeAccounts: credits.required,
      reserve: credits.reserve,
      limiter,
      meter,
      idempotency,
      onSpending,
      http: references,
      // Null leaves a time to each operation.
      budgetMs: inference.budgetMs ?? undefined,
      connectMs: inference.connectMs ?? undefined,
      firstByteMs: inference.firstByteMs ?? undefined,
      firstOutputMs: inference.firstOutputMs ?? undefined,
      betweenOutputsMs: inference.betweenOutputsMs ?? undefined,
      wholeMs: inference.wholeMs ?? undefined,
      commitAfterMs: inference.commitAfterMs,
      routing: inference.routing,
      aliases: inference.aliases,
      maxHeldBytes: inference.maxHeldBytes,
      breaker: inference.breaker,
    },
    destinations,
    newKeyLimits: newKeyLimits(config),
    clock,
    publicCatalog: catalog.public,
    maxBodyBytes: server.maxBodyBytes,
    xApiKey: server.xApiKey,
    dialect: server.dialect,
    ...(server.publicBaseUrl !== null && { publicBaseUrl: server.publicBaseUrl }),
    observers: [
      createRequestLog(logger),
      metrics.observer,
      ...(telemetry === undefined ? [] : [telemetry]),
      ...observers,
    ],
    onError: (error, request) => logger.error({ error, path: request?.path }, 'internal error'),
  };
}
