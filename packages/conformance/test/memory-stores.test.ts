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
  type ConformanceCase,
} from '@model-gateway/conformance';

/** Binds a suite to the subjects that `create` makes. */
function suite<Subject>(
  name: string,
  cases: readonly ConformanceCase<Subject>[],
  create: () => Subject,
): void {
  describe(name, () => bindSuite(cases, { test, create: () => ({ subject: create() }) }));
}

suite('memory model store', MODEL_STORE_CASES, () => {
  const store = createMemoryModelStore([]);
  return { store, replace: async (entries) => store.replace(entries) };
});

suite('memory key store', KEY_STORE_CASES, () => {
  const store = createMemoryKeyStore();
  return { store, put: async (key) => store.put(key) };
});

suite('memory key store that clients administer', WRITABLE_KEY_STORE_CASES, () => ({
  store: createMemoryKeyStore(),
}));

suite('memory destination store', DESTINATION_STORE_CASES, () => {
  const store = createMemoryDestinationStore();
  return {
    store,
    put: async (stored) => store.put(stored),
    remove: async (id) => store.remove(id),
  };
});

suite('memory member store', MEMBER_STORE_CASES, () => {
  const store = createMemoryMemberStore();
  const add = async (organizationId: string, member: Member) =>
    store.put({ organizationId, member });
  return { store, add };
});

suite('memory guardrail assignment store', GUARDRAIL_ASSIGNMENT_STORE_CASES, () => {
  const store = createMemoryGuardrailAssignmentStore();
  return { store, add: async (assignment) => store.put(assignment) };
});

suite('memory guardrail store', GUARDRAIL_STORE_CASES, () => {
  const assignments = createMemoryGuardrailAssignmentStore();
  const store = createMemoryGuardrailStore({ assignments });
  const assigned: { readonly id: string; end(): void }[] = [];
  return {
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
  };
});

suite('memory generation store', GENERATION_STORE_CASES, () => ({
  store: createMemoryGenerationStore(),
}));

suite('memory budget store', BUDGET_STORE_CASES, () => {
  const store = createMemoryBudgetStore();
  return {
    store,
    put: async (budget) => store.put(budget),
    remove: async (subject) => void store.remove(subject),
  };
});

suite('memory credit ledger', [...CREDIT_LEDGER_CASES, ...SPENDING_BOOK_CASES], () => {
  const ledger = createMemoryCreditLedger();
  return {
    ledger,
    deposit: async (accountId, amount) => ledger.deposit(accountId, amount),
    freeCredits: async (accountId) => ledger.balanceOf(accountId),
  };
});

suite('memory rate meter', RATE_METER_CASES, () => {
  const clock = createManualClock(0);
  const meter = createMemoryRateMeter({ clock });
  return { meter, elapse: async (milliseconds) => clock.advance(milliseconds) };
});

suite('memory rate limiter', RATE_LIMITER_CASES, () => {
  const clock = createManualClock(0);
  return {
    create: (options) => createMemoryRateLimiter({ ...options, clock }),
    elapse: async (milliseconds) => clock.advance(milliseconds),
  };
});

suite('memory telemetry outbox', TELEMETRY_OUTBOX_CASES, () => {
  const maxEntries = 300;
  const outbox = createMemoryTelemetryOutbox({ maxEntries });
  return { outbox, other: outbox, maxEntries };
});

suite('memory idempotency store', IDEMPOTENCY_STORE_CASES, () => {
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const store = createMemoryIdempotencyStore({ clock });
  const elapse = async (milliseconds: number) => clock.advance(milliseconds);
  return { store, other: store, elapse };
});
