import { describe, test } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import {
  bindSuite,
  BUDGET_STORE_CASES,
  CREDIT_LEDGER_CASES,
  DESTINATION_STORE_CASES,
  GENERATION_STORE_CASES,
  GUARDRAIL_ASSIGNMENT_STORE_CASES,
  GUARDRAIL_STORE_CASES,
  IDEMPOTENCY_STORE_CASES,
  KEY_STORE_CASES,
  MEMBER_STORE_CASES,
  MODEL_STORE_CASES,
  RATE_LIMITER_CASES,
  RATE_METER_CASES,
  SPENDING_BOOK_CASES,
  TELEMETRY_OUTBOX_CASES,
  WRITABLE_KEY_STORE_CASES,
  type ConformanceCase,
  type FreshSubject,
} from '@model-gateway/conformance';
import type { OpenStoresOptions, Stores } from '@model-gateway/sql';

/** Opens stores in tables that are empty. */
export type OpenFresh = (options?: OpenStoresOptions) => Promise<Stores>;

const SECRETS = [{ id: 'test', key: Buffer.alloc(32, 7) }];

/** Of the days that the cases name: after a second the stores would delete generations of long ago. */
const NOW = Date.UTC(2026, 0, 10, 12);

/** Binds a suite to fresh subjects. */
function bind<Subject>(
  name: string,
  cases: readonly ConformanceCase<Subject>[],
  create: () => Promise<FreshSubject<Subject>>,
): void {
  describe(name, () => bindSuite(cases, { test, create }));
}

/** Every suite of the ports over stores in one kind of database. */
export function bindStores(open: OpenFresh): void {
  const suite = <Subject>(
    name: string,
    cases: readonly ConformanceCase<Subject>[],
    make: (stores: Stores) => Subject,
    options?: OpenStoresOptions,
  ) =>
    bind(name, cases, async () => {
      const stores = await open({ clock: createManualClock(NOW), ...options });
      return { subject: make(stores), dispose: () => stores.close() };
    });

  suite('model store', MODEL_STORE_CASES, ({ stores, admin }) => ({
    store: stores.models,
    replace: async (entries) => void (await admin.catalog.import(entries)),
  }));

  suite('key store', KEY_STORE_CASES, ({ stores, admin }) => ({
    store: stores.keys,
    put: async (key) => void (await admin.keys.import([key])),
  }));

  suite('key store that clients administer', WRITABLE_KEY_STORE_CASES, ({ stores }) => ({
    store: stores.keys,
  }));

  for (const [name, options] of [
    ['destination store', {}],
    ['destination store with sealed secrets', { secrets: SECRETS }],
  ] as const) {
    suite(
      name,
      DESTINATION_STORE_CASES,
      ({ stores, admin }) => ({
        store: stores.destinations,
        put: async (stored) => void (await admin.destinations.import([stored])),
        remove: async (id) => void (await admin.destinations.delete(id)),
      }),
      options,
    );
  }

  suite('member store', MEMBER_STORE_CASES, ({ stores, admin }) => ({
    store: stores.members,
    add: async (organizationId, member) =>
      void (await admin.members.import([{ organizationId, member }])),
  }));

  suite('guardrail assignment store', GUARDRAIL_ASSIGNMENT_STORE_CASES, ({ stores, admin }) => ({
    store: stores.assignments,
    add: async (assignment) => void (await admin.assignments.import([assignment])),
  }));

  suite('guardrail store', GUARDRAIL_STORE_CASES, ({ stores, admin }) => ({
    store: stores.guardrails,
    async put(guardrail) {
      const createdAt = new Date(0).toISOString();
      await admin.guardrails.import([{ ...guardrail, createdAt }]);
    },
    assign: async (assignment) => void (await admin.assignments.import([assignment])),
    async assignToKey(guardrailId, key) {
      await admin.keys.import([key]);
      await admin.guardrails.assign({ guardrailId, keyHash: key.hash, assignedBy: 'user_1' });
    },
    async unassign(id) {
      for (const each of await admin.guardrails.keys(id)) {
        await admin.guardrails.unassign(each.id);
      }
      for await (const each of admin.assignments.export()) {
        if (each.guardrail_id === id) await admin.assignments.delete(each.id);
      }
    },
  }));

  suite('generation store', GENERATION_STORE_CASES, ({ stores }) => ({
    store: stores.generations,
  }));

  suite('budget store', BUDGET_STORE_CASES, ({ stores, admin: { budgets } }) => ({
    store: stores.budgets,
    put: async (budget) => void (await budgets.put(budget)),
    remove: async (subject) => void (await budgets.remove(subject)),
  }));

  suite(
    'credit ledger',
    [...CREDIT_LEDGER_CASES, ...SPENDING_BOOK_CASES],
    ({ ledger, admin: { accounts } }) => ({
      ledger,
      async deposit(id, amount) {
        if ((await accounts.show(id)) === undefined) await accounts.create({ id });
        await accounts.grant(id, amount);
      },
      freeCredits: async (id) => (await accounts.show(id))?.free,
    }),
  );

  for (const [name, options] of [
    ['telemetry outbox', {}],
    ['telemetry outbox with sealed records', { secrets: SECRETS }],
  ] as const) {
    const maxEntries = 600;
    suite(name, TELEMETRY_OUTBOX_CASES, ({ outbox }) => ({ outbox, other: outbox, maxEntries }), {
      ...options,
      outbox: { maxEntries },
    });
  }

  for (const [name, options] of [
    ['idempotency store', {}],
    ['idempotency store with sealed answers', { secrets: SECRETS }],
  ] as const) {
    bind(name, IDEMPOTENCY_STORE_CASES, async () => {
      const clock = createManualClock(Date.UTC(2026, 0, 1));
      const { idempotency: store, close } = await open({ ...options, clock });
      const elapse = async (milliseconds: number) => clock.advance(milliseconds);
      return { subject: { store, other: store, elapse }, dispose: close };
    });
  }

  bind('rate meter', RATE_METER_CASES, async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const { meter, close } = await open({ clock });
    const elapse = async (milliseconds: number) => clock.advance(milliseconds);
    return { subject: { meter, elapse }, dispose: close };
  });

  bind('rate limiter', RATE_LIMITER_CASES, async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const opened: Promise<Stores>[] = [];
    return {
      subject: {
        create(rateLimit) {
          const stores = open({ rateLimit, clock });
          opened.push(stores);
          return { take: async (keyHash) => (await stores).limiter!.take(keyHash) };
        },
        elapse: async (milliseconds) => clock.advance(milliseconds),
      },
      async dispose() {
        for (const stores of opened) await (await stores).close();
      },
    };
  });
}
