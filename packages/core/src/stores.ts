import { budgetsOf } from './accounts/checked-budgets.ts';
import { toAppliedGuardrail } from './accounts/guardrails.ts';
import { createMemoryDestinationStore } from './memory/destination-store.ts';
import { createMemoryGuardrailAssignmentStore } from './memory/guardrail-assignment-store.ts';
import { createMemoryMemberStore } from './memory/member-store.ts';
import { andThen } from './ports/maybe-promise.ts';
import type { Ask } from './ports/deadline.ts';
import type { GenerationStore } from './ports/generation-store.ts';
import type { GuardrailStore } from './ports/guardrail-store.ts';
import type { KeyStore, WritableKeyStore } from './ports/key-store.ts';
import type { ListStores } from './ports/list-stores.ts';
import type { BudgetStore } from './ports/spending.ts';
import { hasMethods } from './input/value-rule.ts';

interface StoreRow<Store> {
  /** As errors name it. */
  readonly name: string;
  /** All that it has. */
  readonly methods: { readonly [Method in keyof Store]-?: true };
  readonly inMemory: () => Store;
  /** The public function that makes one of a list. */
  readonly maker: string;
}

/** The stores of lists: a further one is a row here and a member of `ListStores`. */
export const LIST_STORES: {
  readonly [Name in keyof ListStores]: StoreRow<ListStores[Name]>;
} = {
  destinations: {
    name: 'the destination store',
    methods: { list: true, get: true, replace: true },
    inMemory: createMemoryDestinationStore,
    maker: 'createMemoryDestinationStore',
  },
  members: {
    name: 'the member store',
    methods: { list: true },
    inMemory: createMemoryMemberStore,
    maker: 'createMemoryMemberStore',
  },
  assignments: {
    name: 'the assignment store',
    methods: { list: true },
    inMemory: createMemoryGuardrailAssignmentStore,
    maker: 'createMemoryGuardrailAssignmentStore',
  },
};

/** The store of generations, without which none is kept. */
export const GENERATION_STORE: Omit<StoreRow<GenerationStore>, 'inMemory'> = {
  name: 'the generation store',
  methods: { add: true, find: true, activity: true },
  maker: 'createMemoryGenerationStore',
};

/** The store of budgets, without which only keys have limits. */
export const BUDGET_STORE: Omit<StoreRow<BudgetStore>, 'inMemory'> = {
  name: 'the budget store',
  methods: { of: true },
  maker: 'createMemoryBudgetStore',
};

/** The store of guardrails, without which none act. */
export const GUARDRAIL_STORE: Omit<StoreRow<GuardrailStore>, 'inMemory'> = {
  name: 'the guardrail store',
  methods: { of: true },
  maker: 'createMemoryGuardrailStore',
};

/** Returns a store of guardrails with a deadline for each answer, whose answers are checked. */
export function guardrailsInTime(store: GuardrailStore, ask: Ask): GuardrailStore {
  return {
    of: (caller) =>
      andThen(
        ask(GUARDRAIL_STORE.name, () => store.of(caller)),
        (found) =>
          found.length === 0 ? found : found.map((one) => toAppliedGuardrail(one, caller)),
      ),
  };
}

/** Returns a store of budgets with a deadline for each answer, whose answers are checked. */
export function budgetsInTime(store: BudgetStore, ask: Ask): BudgetStore {
  return {
    of: (spender) =>
      andThen(
        ask(BUDGET_STORE.name, () => store.of(spender)),
        (found) => (found.length === 0 ? found : budgetsOf(spender, found)),
      ),
  };
}

/** Returns a store of generations with a deadline for each answer. */
export function generationsInTime(store: GenerationStore, ask: Ask): GenerationStore {
  const { name } = GENERATION_STORE;
  return {
    add: async (generation) => ask(name, () => store.add(generation)),
    // A store in plain JavaScript may answer null for undefined.
    find: async (accountId, id) => (await ask(name, () => store.find(accountId, id))) ?? undefined,
    activity: async (query) => ask(name, () => store.activity(query)),
  };
}

/** What a store of keys has whose keys clients may administer. */
const WRITABLE_KEYS: StoreRow<WritableKeyStore>['methods'] = {
  findByHash: true,
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
  hasWorkspace: true,
};

/** Returns the store with a deadline for each answer; undefined for one that only finds keys. */
export function writableKeysInTime(
  store: KeyStore | undefined,
  ask: Ask,
): WritableKeyStore | undefined {
  const methods = Object.keys(WRITABLE_KEYS);
  if (store === undefined || !hasMethods(store, methods)) return undefined;
  // It has all methods of the port.
  return methodsInTime('the key store', methods, store, ask) as unknown as WritableKeyStore;
}

/** Returns every store, an empty one where none is given, with a deadline for each answer. */
export function storesInTime(
  given: { readonly [Name in keyof ListStores]?: ListStores[Name] | undefined },
  ask: Ask,
): ListStores {
  const rows = Object.entries(LIST_STORES).map(([key, { name, methods, inMemory }]) => {
    // Object.entries forgets which name it was; the row and the store are of the same one.
    const store = given[key as keyof ListStores] ?? inMemory();
    return [key, methodsInTime(name, Object.keys(methods), store, ask)] as const;
  });
  // Each has the methods of its row, which are all of its port.
  return Object.fromEntries(rows) as unknown as ListStores;
}

function methodsInTime(name: string, methods: readonly string[], given: object, ask: Ask): Methods {
  // Each is a method of the port.
  const store = given as Methods;
  const timed: [string, Methods[string]][] = methods.map((method) => [
    method,
    // A store in plain JavaScript may answer null for undefined.
    async (...args) => (await ask(name, async () => store[method]?.(...args))) ?? undefined,
  ]);
  return Object.fromEntries(timed);
}

type Methods = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
