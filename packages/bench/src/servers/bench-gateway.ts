import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
  type Gateway,
} from '@model-gateway/core';
import type { World } from '@model-gateway/mock';

export const API_KEY = 'mg-v1-bench';

/** A gateway as a user has it: over a store, with keys, every check on. */
export function createBenchGateway({
  models,
  revision,
}: Pick<World, 'models' | 'revision'>): Gateway {
  return createGateway({
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
          creditAccountId: null,
          state: 'active',
          expiresAt: null,
        },
      ]),
    },
  });
}
