import {
  createMemoryIdempotencyStore,
  type Clock,
  type IdempotencyStore,
} from '@model-gateway/core';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import { connectRedis } from './connect-redis.ts';

export interface OpenIdempotency {
  readonly store: IdempotencyStore;
  close(): Promise<void>;
}

interface IdempotencyContext {
  readonly logger: Logger;
  readonly source: string;
  readonly clock: Clock;
}

/** Opens what remembers idempotency keys; undefined where the header is ignored. */
export async function openIdempotency(
  idempotency: ResolvedConfig['idempotency'],
  sql: IdempotencyStore,
  { logger, source, clock }: IdempotencyContext,
): Promise<OpenIdempotency | undefined> {
  if (idempotency === null) return undefined;
  if (idempotency.store === 'sql') return { store: sql, close: async () => {} };
  if (idempotency.store === 'memory' || idempotency.redis === undefined) {
    return { store: createMemoryIdempotencyStore({ clock }), close: async () => {} };
  }
  const { createRedisIdempotencyStore } = await import('@model-gateway/redis');
  const client = await connectRedis(idempotency.redis, logger, source);
  const store = createRedisIdempotencyStore({
    client,
    onReport(report) {
      if (report.type === 'outage') {
        const text = 'Redis does not answer: requests with an idempotency-key are refused';
        logger.error({ error: report.error }, text);
      } else logger.info({ seconds: report.seconds }, 'Redis answers again');
    },
  });
  return { store, close: async () => client.disconnect() };
}
