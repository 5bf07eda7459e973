import { hashKey } from '@model-gateway/core';
import type { openStores } from '@model-gateway/sql';
import type { World } from '@model-gateway/worlds';
import { API_KEY, WORKSPACE } from './bench-gateway.ts';

type OpenedStores = Awaited<ReturnType<typeof openStores>>;

/** Puts the models and the key of the bench into a store. */
export async function fillStore(
  { admin }: Pick<OpenedStores, 'admin'>,
  models: World['models'],
): Promise<void> {
  await admin.catalog.import(models);
  await admin.keys.import([
    {
      hash: hashKey(API_KEY),
      label: 'bench',
      kind: 'inference',
      userId: 'user_bench',
      organizationId: null,
      workspaceId: WORKSPACE,
      allowedModels: null,
      creditAccountId: null,
      state: 'active',
      expiresAt: null,
    },
  ]);
}
