import {
  createCatalog,
  createMemoryDestinationStore,
  createMemoryGuardrailAssignmentStore,
  createMemoryMemberStore,
  type Catalog,
  type CatalogOptions,
  type DestinationStoreContents,
  type GuardrailAssignmentStore,
  type MemberStore,
} from '@model-gateway/core';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import type { World } from '../world/world.ts';

/** A world ready to be served: all that many tenants can share, because none of them changes it. */
export interface OpenWorld {
  readonly world: World;
  readonly catalog: Catalog;
  readonly destinations: DestinationStoreContents;
  readonly members: MemberStore;
  readonly assignments: GuardrailAssignmentStore;
}

/** Puts a world in service. Its models are indexed when they are first asked for. */
export function openWorld(
  world: World,
  options: CatalogOptions,
  catalog: Catalog = createCatalog(modelsOf(world), options),
): OpenWorld {
  return {
    world,
    catalog,
    destinations: createMemoryDestinationStore(world.destinations).contents(),
    members: membersOf(world),
    assignments: createMemoryGuardrailAssignmentStore(world.assignments),
  };
}

function modelsOf({ models, revision, isChecked }: World) {
  return {
    revision: async () => revision,
    snapshot: async () => ({ entries: models, revision, isChecked }),
  };
}

/** The organization of the mock's keys is there also when nobody is in it. */
function membersOf({ members }: World): MemberStore {
  const store = createMemoryMemberStore(members);
  return {
    async list(query) {
      const isOurs = query.organizationId === MOCK_ACCOUNT.organizationId;
      return (await store.list(query)) ?? (isOurs ? { items: [], totalCount: 0 } : undefined);
    },
  };
}
