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
  type FreshSubject,
} from '@model-gateway/conformance';
import type { OpenStoresOptions, Stores } from '@model-gateway/sql';

/** Opens stores in tables that are empty. */
export type OpenFresh = (options?: OpenStoresOptions) => Promise<Stores>;

const SECRETS = [{ id: 'test', key: Buffer.alloc(32, 7) }];

/** Of the days that the cases name: after a second the stores would delete generations of long ago. */
const NOW = Date.UTC(2026, 0, 10, 12);

/** Every suite of the ports over stores in one kind of database. */
export function bindStores(open: OpenFresh): void {
  const fresh =
    <Subject>(make: (stores: Stores) => Subject, options?: OpenStoresOptions) =>
    async (): Promise<FreshSubject<Subject>> => {
      const stores = await open({ clock: createManualClock(NOW), ...options });
      return { subject: make(stores), dispose: () => stores.close() };
    };

  describe('model store', () => {
    bindSuite(MODEL_STORE_CASES, {
      test,
      create: fresh(({ stores, admin }) => ({
        store: stores.models,
        replace: async (entries) => void (await admin.catalog.import(entries)),
      })),
    });
  });

  describe('key store', () => {
    bindSuite(KEY_STORE_CASES, {
      test,
      create: fresh(({ stores, admin }) => ({
        store: stores.keys,
        put: async (key) => void (await admin.keys.import([key])),
      })),
    });
  });

  describe('key store that clients administer', () => {
    bindSuite(WRITABLE_KEY_STORE_CASES, {
      test,
      create: fresh(({ stores }) => ({ store: stores.keys })),
    });
  });

  for (const [name, options] of [
    ['destination store', {}],
    ['destination store with sealed secrets', { secrets: SECRETS }],
  ] as const) {
    describe(name, () => {
      bindSuite(DESTINATION_STORE_CASES, {
        test,
        create: fresh(
          ({ stores, admin }) => ({
            store: stores.destinations,
            put: async (stored) => void (await admin.destinations.import([stored])),
            remove: async (id) => void (await admin.destinations.delete(id)),
          }),
          options,
        ),
      });
    });
  }

  describe('member store', () => {
    bindSuite(MEMBER_STORE_CASES, {
      test,
      create: fresh(({ stores, admin }) => ({
        store: stores.members,
        add: async (organizationId, member) =>
          void (await admin.members.import([{ organizationId, member }])),
      })),
    });
  });

  describe('guardrail assignment store', () => {
    bindSuite(GUARDRAIL_ASSIGNMENT_STORE_CASES, {
      test,
      create: fresh(({ stores, admin }) => ({
        store: stores.assignments,
        add: async (assignment) => void (await admin.assignments.import([assignment])),
      })),
    });
  });

  describe('guardrail store', () => {
    bindSuite(GUARDRAIL_STORE_CASES, {
      test,
      create: fresh(({ stores, admin }) => ({
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
      })),
    });
  });

  describe('generation store', () => {
    bindSuite(GENERATION_STORE_CASES, {
      test,
      create: fresh(({ stores }) => ({ store: stores.generations })),
    });
  });

  describe('budget store', () => {
    bindSuite(BUDGET_STORE_CASES, {
      test,
      create: fresh(({ stores, admin: { budgets } }) => ({
        store: stores.budgets,
        put: async (budget) => void (await budgets.put(budget)),
        remove: async (subject) => void (await budgets.remove(subject)),
      })),
    });
  });

  describe('credit ledger', () => {
    bindSuite([...CREDIT_LEDGER_CASES, ...SPENDING_BOOK_CASES], {
      test,
      create: fresh(({ ledger, admin: { accounts } }) => ({
        ledger,
        async deposit(id, amount) {
          if ((await accounts.show(id)) === undefined) await accounts.create({ id });
          await accounts.grant(id, amount);
        },
        freeCredits: async (id) => (await accounts.show(id))?.free,
      })),
    });
  });

  for (const [name, options] of [
    ['telemetry outbox', {}],
    ['telemetry outbox with sealed records', { secrets: SECRETS }],
  ] as const) {
    describe(name, () => {
      const maxEntries = 600;
      bindSuite(TELEMETRY_OUTBOX_CASES, {
        test,
        create: fresh(({ outbox }) => ({ outbox, other: outbox, maxEntries }), {
          ...options,
          outbox: { maxEntries },
        }),
      });
    });
  }

  for (const [name, options] of [
    ['idempotency store', {}],
    ['idempotency store with sealed answers', { secrets: SECRETS }],
  ] as const) {
    describe(name, () => {
      bindSuite(IDEMPOTENCY_STORE_CASES, {
        test,
        async create() {
          const clock = createManualClock(Date.UTC(2026, 0, 1));
          const { idempotency: store, close } = await open({ ...options, clock });
          const elapse = async (milliseconds: number) => clock.advance(milliseconds);
          return { subject: { store, other: store, elapse }, dispose: close };
        },
      });
    });
  }

  describe('rate meter', () => {
    bindSuite(RATE_METER_CASES, {
      test,
      async create() {
        const clock = createManualClock(Date.UTC(2026, 0, 1));
        const { meter, close } = await open({ clock });
        const elapse = async (milliseconds: number) => clock.advance(milliseconds);
        return { subject: { meter, elapse }, dispose: close };
      },
    });
  });

  describe('rate limiter', () => {
    bindSuite(RATE_LIMITER_CASES, {
      test,
      async create() {
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
      },
    });
  });
}
