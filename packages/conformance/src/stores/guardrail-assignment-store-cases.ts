import assert from 'node:assert/strict';
import type { GuardrailAssignment, GuardrailAssignmentStore } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { pagingCases } from './paging-cases.ts';
import {
  ANY_TEXT,
  PROPERTY_NAMES,
  numbersTo,
  sampleAssignment,
  sampleMoment,
  sampleUuid,
  shuffledTo,
} from './sample-records.ts';

/** A store of assignments, and how its owner changes it, which is not part of the port. */
export interface GuardrailAssignmentStoreSubject {
  readonly store: GuardrailAssignmentStore;
  /** Adds an assignment. */
  add(assignment: GuardrailAssignment): Promise<void>;
}

async function addAll(
  { add }: GuardrailAssignmentStoreSubject,
  assignments: readonly GuardrailAssignment[],
): Promise<void> {
  for (const assignment of assignments) await add(assignment);
}

function list(
  store: GuardrailAssignmentStore,
  query: Partial<Parameters<GuardrailAssignmentStore['list']>[0]> = {},
) {
  return store.list({ organizationId: 'org_1', offset: 0, limit: 100, ...query });
}

async function idsOf(store: GuardrailAssignmentStore, query: Parameters<typeof list>[1] = {}) {
  return (await list(store, query)).items.map(({ id }) => id);
}

/** The behaviour required of every `GuardrailAssignmentStore`. */
export const GUARDRAIL_ASSIGNMENT_STORE_CASES: readonly ConformanceCase<GuardrailAssignmentStoreSubject>[] =
  [
    {
      name: 'an assignment is returned as it was stored',
      spec: 'contract §8.10',
      async run(subject) {
        const assignment = sampleAssignment(1, { user_id: ANY_TEXT, assigned_by: '' });
        await addAll(subject, [assignment]);
        assert.deepEqual(await list(subject.store), { items: [assignment], totalCount: 1 });
      },
    },
    {
      name: 'an unknown organization has an empty list',
      spec: 'contract §6',
      async run(subject) {
        await addAll(subject, [sampleAssignment(1)]);
        for (const organizationId of ['org_2', 'ORG_1', 'org_', '', '%', ...PROPERTY_NAMES]) {
          const page = await list(subject.store, { organizationId });
          assert.deepEqual(page, { items: [], totalCount: 0 }, organizationId);
        }
      },
    },
    {
      name: 'a list is oldest first',
      spec: 'contract §5.6',
      async run(subject) {
        await addAll(
          subject,
          shuffledTo(30).map((number) => sampleAssignment(number)),
        );
        assert.deepEqual(await idsOf(subject.store), numbersTo(30).map(sampleUuid));
      },
    },
    {
      name: 'a list orders equal times by id, ascending',
      spec: 'contract §5.6',
      async run(subject) {
        const created_at = sampleMoment(5);
        await addAll(subject, [
          ...shuffledTo(8).map((number) => sampleAssignment(number, { created_at })),
          sampleAssignment(9, { created_at: sampleMoment(4) }),
          sampleAssignment(10, { created_at: sampleMoment(6) }),
        ]);
        const expected = [9, 1, 2, 3, 4, 5, 6, 7, 8, 10].map(sampleUuid);
        assert.deepEqual(await idsOf(subject.store), expected);
      },
    },
    ...pagingCases<GuardrailAssignmentStoreSubject>({
      noun: 'assignment',
      spec: 'contract §6',
      async fill(subject, count) {
        const created_at = sampleMoment(1);
        await addAll(
          subject,
          shuffledTo(count).map((number) => sampleAssignment(number, { created_at })),
        );
        return numbersTo(count).map(sampleUuid);
      },
      page: ({ store }, query) => list(store, query),
    }),
    {
      name: 'organizations do not mix',
      spec: 'contract §2.6',
      async run(subject) {
        const organizationId = 'org_2';
        await addAll(subject, [
          sampleAssignment(1),
          sampleAssignment(2, { organization_id: organizationId }),
          sampleAssignment(3),
        ]);
        assert.deepEqual(await idsOf(subject.store), [sampleUuid(1), sampleUuid(3)]);
        assert.deepEqual(await idsOf(subject.store, { organizationId }), [sampleUuid(2)]);
        assert.equal((await list(subject.store, { organizationId })).totalCount, 1);
      },
    },
    {
      name: 'organizations and users may be named like properties',
      async run(subject) {
        await addAll(
          subject,
          PROPERTY_NAMES.map((name, number) =>
            sampleAssignment(number, { organization_id: name, user_id: name }),
          ),
        );
        for (const [number, organizationId] of PROPERTY_NAMES.entries()) {
          const expected = [sampleUuid(number)];
          assert.deepEqual(await idsOf(subject.store, { organizationId }), expected);
        }
      },
    },
    {
      name: 'changing a returned value does not change the store',
      async run(subject) {
        await addAll(subject, [sampleAssignment(1)]);
        const [listed] = (await list(subject.store)).items;
        // Changing a copy works and a frozen object throws; neither affects the store.
        Reflect.set(listed ?? {}, 'user_id', 'changed');
        assert.deepEqual((await list(subject.store)).items, [sampleAssignment(1)]);
      },
    },
    {
      name: 'changing a value after it was stored does not change the store',
      async run(subject) {
        const assignment = sampleAssignment(1);
        await addAll(subject, [assignment]);
        Reflect.set(assignment, 'user_id', 'changed');
        assert.deepEqual((await list(subject.store)).items, [sampleAssignment(1)]);
      },
    },
  ];
