import {
  createCatalog,
  createMemoryDestinationStore,
  createMemoryGuardrailAssignmentStore,
  createMemoryGuardrailStore,
  createMemoryMemberStore,
  type Catalog,
  type CatalogOptions,
  type Clock,
  type DestinationStoreContents,
  type GuardrailAssignmentStore,
  type GuardrailStore,
  type MemberStore,
} from '@model-gateway/core';
import { guardrail, MOCK_ACCOUNT, type World } from '@model-gateway/worlds';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { dayOf, worldTime } from './world-time.ts';

/** A world ready to be served: all that many tenants can share, because none of them changes it. */
export interface LoadedWorld {
  readonly world: World;
  readonly catalog: Catalog;
  /** The day that it stands on: see `dayOf`. Asked once its models are checked. */
  readonly day: () => number | undefined;
  readonly destinations: DestinationStoreContents;
  readonly members: MemberStore;
  readonly assignments: GuardrailAssignmentStore;
  readonly guardrails: GuardrailStore;
}

export interface LoadingOptions extends Omit<CatalogOptions, 'clock'> {
  /** The clock of the gateway. */
  readonly clock: VirtualClock;
}

/** Puts a world in service. Its models are indexed on first use. */
export function loadWorld(
  world: World,
  options: LoadingOptions,
  catalog: Catalog = createCatalog(modelsOf(world), {
    ...options,
    clock: catalogClock(world, options),
    // A large world takes its time to be generated.
    storeTimeoutMs: 0,
  }),
): LoadedWorld {
  const assignments = createMemoryGuardrailAssignmentStore(world.assignments);
  let day: { readonly found: number | undefined } | undefined;
  return {
    world,
    catalog,
    day: () => (day ??= { found: dayOf(world) }).found,
    destinations: createMemoryDestinationStore(world.destinations).contents(),
    members: membersOf(world),
    assignments,
    guardrails: createMemoryGuardrailStore({ guardrails: guardrailsOf(world), assignments }),
  };
}

/** Worlds of this project are in service from their own day, others from their first use. */
function catalogClock(world: World, { clock }: LoadingOptions): Clock {
  return {
    now: () => (world.isChecked === true ? worldTime(dayOf(world), clock) : clock.now()),
    after: (...alarm) => clock.after(...alarm),
  };
}

function modelsOf({ models, revision, isChecked }: World) {
  return {
    revision: async () => revision,
    snapshot: async () => ({ entries: models, revision, isChecked }),
  };
}

/** Guardrails that are only assigned limit nothing. */
function guardrailsOf({ assignments, guardrails = [] }: World) {
  const assigned = assignments
    // Only those of the mock's keys act.
    .filter(({ organization_id }) => organization_id === MOCK_ACCOUNT.organizationId)
    .map(({ guardrail_id }) => guardrail_id);
  const unlimited = [...new Set(assigned)].map((id) => guardrail({ id, name: `guardrail ${id}` }));
  return [...unlimited, ...guardrails];
}

/** The organization of the mock's keys exists even without members. */
function membersOf({ members }: World): MemberStore {
  const store = createMemoryMemberStore(members);
  return {
    async list(query) {
      const isOurs = query.organizationId === MOCK_ACCOUNT.organizationId;
      return (await store.list(query)) ?? (isOurs ? { items: [], totalCount: 0 } : undefined);
    },
  };
}
