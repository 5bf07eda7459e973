import { describe, test } from 'node:test';
import {
  createManualClock,
  createMemoryBudgetStore,
  createMemoryCreditLedger,
  createMemoryDestinationStore,
  createMemoryGenerationStore,
  createMemoryGuardrailAssignmentStore,
  createMemoryGuardrailStore,
  createMemoryIdempotencyStore,
  createMemoryKeyStore,
  createMemoryMemberStore,
  createMemoryModelStore,
  createMemoryRateLimiter,
  createMemoryRateMeter,
  createMemoryTelemetryOutbox,
  type Member,
} from '@model-gateway/core';
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
} from '@model-gateway/conformance';

describe('memory model store', () => {
  bindSuite(MODEL_STORE_CASES, {
    test,
    create() {
      const store = createMemoryModelStore([]);
      return { subject: { store, replace: async (entries) => store.replace(entries) } };
    },
  });
});

describe('memory key store', () => {
  bindSuite(KEY_STORE_CASES, {
    test,
    create() {
      const store = createMemoryKeyStore();
      return { subject: { store, put: async (key) => store.put(key) } };
    },
  });
});

describe('memory key store that clients administer', () => {
  bindSuite(WRITABLE_KEY_STORE_CASES, {
    test,
    create: () => ({ subject: { store: createMemoryKeyStore() } }),
  });
});

describe('memory destination store', () => {
  bindSuite(DESTINATION_STORE_CASES, {
    test,
    create() {
      const store = createMemoryDestinationStore();
      return {
        subject: {
          store,
          put: async (stored) => store.put(stored),
          remove: async (id) => store.remove(id),
        },
      };
    },
  });
});

describe('memory member store', () => {
  bindSuite(MEMBER_STORE_CASES, {
    test,
    create() {
      const store = createMemoryMemberStore();
      const add = async (organizationId: string, member: Member) =>
        store.put({ organizationId, member });
      return { subject: { store, add } };
    },
  });
});

describe('memory guardrail assignment store', () => {
  bindSuite(GUARDRAIL_ASSIGNMENT_STORE_CASES, {
    test,
    create() {
      const store = createMemoryGuardrailAssignmentStore();
      return { subject: { store, add: async (assignment) => store.put(assignment) } };
    },
  });
});

describe('memory guardrail store', () => {
  bindSuite(GUARDRAIL_STORE_CASES, {
    test,
    create() {
      const assignments = createMemoryGuardrailAssignmentStore();
      const store = createMemoryGuardrailStore({ assignments });
      const assigned: { readonly id: string; end(): void }[] = [];
      return {
        subject: {
          store,
          put: async (guardrail) => store.put(guardrail),
          async assign(assignment) {
            assignments.put(assignment);
            const end = () => void assignments.remove(assignment.id);
            assigned.push({ id: assignment.guardrail_id, end });
          },
          async assignToKey(guardrailId, { hash: keyHash }) {
            store.assign({ guardrailId, keyHash });
            const end = () => void store.unassign({ guardrailId, keyHash });
            assigned.push({ id: guardrailId, end });
          },
          async unassign(guardrailId) {
            for (const { id, end } of assigned) if (id === guardrailId) end();
          },
        },
      };
    },
  });
});

describe('memory generation store', () => {
  bindSuite(GENERATION_STORE_CASES, {
    test,
    create: () => ({ subject: { store: createMemoryGenerationStore() } }),
  });
});

describe('memory budget store', () => {
  bindSuite(BUDGET_STORE_CASES, {
    test,
    create() {
      const store = createMemoryBudgetStore();
      return {
        subject: {
          store,
          put: async (budget) => store.put(budget),
          remove: async (subject) => void store.remove(subject),
        },
      };
    },
  });
});

describe('memory credit ledger', () => {
  bindSuite([...CREDIT_LEDGER_CASES, ...SPENDING_BOOK_CASES], {
    test,
    create() {
      const ledger = createMemoryCreditLedger();
      return {
        subject: {
          ledger,
          deposit: async (accountId, amount) => ledger.deposit(accountId, amount),
          freeCredits: async (accountId) => ledger.balanceOf(accountId),
        },
      };
    },
  });
});

describe('memory rate meter', () => {
  bindSuite(RATE_METER_CASES, {
    test,
    create() {
      const clock = createManualClock(0);
      const meter = createMemoryRateMeter({ clock });
      return { subject: { meter, elapse: async (milliseconds) => clock.advance(milliseconds) } };
    },
  });
});

describe('memory rate limiter', () => {
  bindSuite(RATE_LIMITER_CASES, {
    test,
    create() {
      const clock = createManualClock(0);
      return {
        subject: {
          create: (options) => createMemoryRateLimiter({ ...options, clock }),
          elapse: async (milliseconds) => clock.advance(milliseconds),
        },
      };
    },
  });
});

describe('memory telemetry outbox', () => {
  bindSuite(TELEMETRY_OUTBOX_CASES, {
    test,
    create() {
      const maxEntries = 300;
      const outbox = createMemoryTelemetryOutbox({ maxEntries });
      return { subject: { outbox, other: outbox, maxEntries } };
    },
  });
});

describe('memory idempotency store', () => {
  bindSuite(IDEMPOTENCY_STORE_CASES, {
    test,
    create() {
      const clock = createManualClock(Date.UTC(2026, 0, 1));
      const store = createMemoryIdempotencyStore({ clock });
      const elapse = async (milliseconds: number) => clock.advance(milliseconds);
      return { subject: { store, other: store, elapse } };
    },
  });
});
