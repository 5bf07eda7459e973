import type { CatalogEntry } from '@model-gateway/core';
import { createApiKey } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';
import { aDestination } from '../../../core/test/admin-builders.ts';
import { anEntry } from '../../../core/test/builders.ts';

export const ACCOUNT = 'payer';
export const DESTINATION_ID = '10000000-0000-4000-8000-000000000001';
export const MANAGEMENT_KEY = 'mg-mgmt-v1-of-the-tests';
const WORKSPACE_ID = '10000000-0000-4000-8000-000000009001';

/** A key, a destination of a kind that takes any config, and an account with credit. */
export async function fill({ admin }: Stores, credits = '1000'): Promise<void> {
  await admin.keys.import([
    createApiKey(MANAGEMENT_KEY, {
      kind: 'management',
      organizationId: 'org_1',
      workspaceId: WORKSPACE_ID,
    }),
  ]);
  await admin.destinations.import([
    {
      accountId: 'org_1',
      destination: aDestination({
        id: DESTINATION_ID,
        workspace_id: WORKSPACE_ID,
        name: 'number 0',
        type: 'homemade',
        config: { count: 0, again: 0 },
      }),
    },
  ]);
  await admin.accounts.create({ id: ACCOUNT, credits });
}

/** Returns models that all name their generation. */
export function catalogOf(generation: number, models: number): CatalogEntry[] {
  return Array.from({ length: models }, (_, i) =>
    anEntry({ id: `author/model-${i}`, name: `generation ${generation}` }),
  );
}
