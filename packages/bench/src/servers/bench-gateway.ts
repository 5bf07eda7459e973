import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
  type Gateway,
  type ImageOptions,
} from '@model-gateway/core';
import type { World } from '@model-gateway/worlds';

export const API_KEY = 'mg-v1-bench';

export const CREDIT_ACCOUNT = 'bench';

/** A gateway as a user has it: over a store, with keys, every check on. */
export function createBenchGateway(
  { models, revision }: Pick<World, 'models' | 'revision'>,
  images?: ImageOptions,
): Gateway {
  return createGateway({
    images,
    stores: {
      models: createMemoryModelStore(models, revision),
      keys: createMemoryKeyStore([
        {
          hash: hashKey(API_KEY),
          label: 'bench',
          kind: 'inference',
          userId: 'user_bench',
          organizationId: null,
          workspaceId: '00000000-0000-4000-8000-000000000001',
          allowedModels: null,
          creditAccountId: CREDIT_ACCOUNT,
          state: 'active',
          expiresAt: null,
        },
      ]),
    },
  });
}
