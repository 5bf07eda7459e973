import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  createMemoryRateLimiter,
  systemClock,
  type Gateway,
  type GatewayOptions,
  type HttpClient,
  type Provider,
} from '@model-gateway/core';
import type { World } from '@model-gateway/worlds';

export const API_KEY = 'mg-v1-bench';

const CREDIT_ACCOUNT = 'bench';

export const WORKSPACE = '00000000-0000-4000-8000-000000000001';

/** The key of every request of the bench. */
export const BENCH_KEY = createApiKey(API_KEY, {
  userId: 'user_bench',
  workspaceId: WORKSPACE,
  creditAccountId: CREDIT_ACCOUNT,
});

/** A gateway as a user has it: over a store, with keys, every check on. */
export function createBenchGateway(
  { models, revision }: Pick<World, 'models' | 'revision'>,
  options: Pick<GatewayOptions, 'providers' | 'inference' | 'observers'> = {},
): Gateway {
  return createGateway({
    ...options,
    stores: {
      models: createMemoryModelStore(models, revision),
      keys: createMemoryKeyStore([BENCH_KEY]),
    },
  });
}

/** Generations that cost credits and count against a limit; neither is ever used up. */
export function chargedImages(
  providers: readonly Provider[],
  http: HttpClient,
): Pick<GatewayOptions, 'providers' | 'inference'> {
  return {
    providers,
    inference: {
      http,
      ledger: createMemoryCreditLedger({ [CREDIT_ACCOUNT]: '1000000000' }),
      limiter: createMemoryRateLimiter({ limit: 1e9, windowSeconds: 3600, clock: systemClock }),
    },
  };
}
