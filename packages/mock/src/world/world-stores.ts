import {
  createMemoryDestinationStore,
  createMemoryGuardrailAssignmentStore,
  createMemoryMemberStore,
  type DestinationStore,
  type GuardrailAssignmentStore,
  type MemberStore,
  type ModelStore,
} from '@model-gateway/core';
import type { World } from './world.ts';

export interface WorldStores {
  readonly models: ModelStore;
  readonly destinations: DestinationStore;
  readonly members: MemberStore;
  readonly assignments: GuardrailAssignmentStore;
}

/** The stores of a gateway over a world that is loaded on first use. Changes stay in memory. */
export function worldStores(world: () => Promise<World>): WorldStores {
  const destinations = once(async () => createMemoryDestinationStore((await world()).destinations));
  const members = once(async () => createMemoryMemberStore((await world()).members));
  const assignments = once(async () =>
    createMemoryGuardrailAssignmentStore((await world()).assignments),
  );
  return {
    models: {
      revision: async () => (await world()).revision,
      async snapshot() {
        const { models, revision, isChecked } = await world();
        return { entries: models, revision, isChecked };
      },
    },
    destinations: {
      list: async (query) => (await destinations()).list(query),
      get: async (id) => (await destinations()).get(id),
      replace: async (next, version) => (await destinations()).replace(next, version),
    },
    members: { list: async (query) => (await members()).list(query) },
    assignments: { list: async (query) => (await assignments()).list(query) },
  };
}

/** Makes something when it is first asked for, and the same from then on. */
function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined;
  return () => (made ??= make());
}
