import assert from 'node:assert/strict';
import type { Member, MemberStore } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { pagingCases } from './paging-cases.ts';
import { ANY_TEXT, PROPERTY_NAMES, sampleMember, shuffledTo } from './sample-records.ts';

/** A member store, and how its owner changes it, which is not part of the port. */
export interface MemberStoreSubject {
  readonly store: MemberStore;
  /** Adds a member as the newest of an organization, creating the organization if needed. */
  add(organizationId: string, member: Member): Promise<void>;
}

async function addAll(
  { add }: MemberStoreSubject,
  members: readonly Member[],
  organizationId = 'org_1',
): Promise<void> {
  for (const member of members) await add(organizationId, member);
}

function list(store: MemberStore, query: Partial<Parameters<MemberStore['list']>[0]> = {}) {
  return store.list({ organizationId: 'org_1', offset: 0, limit: 100, ...query });
}

/** The behaviour required of every `MemberStore`. */
export const MEMBER_STORE_CASES: readonly ConformanceCase<MemberStoreSubject>[] = [
  {
    name: 'a member is returned as it was stored, in any script and with any role',
    spec: 'contract §8.9',
    async run(subject) {
      const member = sampleMember(1, { first_name: ANY_TEXT, last_name: '', role: 'rôle:other' });
      await addAll(subject, [member]);
      assert.deepEqual(await list(subject.store), { items: [member], totalCount: 1 });
    },
  },
  {
    name: 'an unknown organization has no list, rather than an empty one',
    spec: 'contract §6',
    async run(subject) {
      await addAll(subject, [sampleMember(1)]);
      for (const organizationId of ['org_2', 'ORG_1', 'org_', '', '%', ...PROPERTY_NAMES]) {
        assert.equal(await list(subject.store, { organizationId }), undefined, organizationId);
      }
    },
  },
  {
    name: 'a list is oldest first',
    spec: 'contract §5.6',
    async run(subject) {
      const members = shuffledTo(30).map((number) => sampleMember(number));
      await addAll(subject, members);
      assert.deepEqual((await list(subject.store))?.items, members);
    },
  },
  ...pagingCases<MemberStoreSubject>({
    noun: 'member',
    spec: 'contract §6',
    async fill(subject, count) {
      const members = shuffledTo(count).map((number) => sampleMember(number));
      await addAll(subject, members);
      return members.map(({ id }) => id);
    },
    page: ({ store }, query) => list(store, query),
  }),
  {
    name: 'organizations do not mix, not even with a member in common',
    spec: 'contract §2.6',
    async run(subject) {
      const here = sampleMember(1, { role: 'admin' });
      const there = sampleMember(1, { role: 'member' });
      await addAll(subject, [here, sampleMember(2)]);
      await addAll(subject, [there], 'org_2');
      assert.deepEqual((await list(subject.store))?.items, [here, sampleMember(2)]);
      assert.deepEqual(await list(subject.store, { organizationId: 'org_2' }), {
        items: [there],
        totalCount: 1,
      });
    },
  },
  {
    name: 'members may be named like properties',
    async run(subject) {
      const members = PROPERTY_NAMES.map((id, number) => sampleMember(number, { id }));
      await addAll(subject, members);
      assert.deepEqual((await list(subject.store))?.items, members);
    },
  },
  {
    name: 'changing a returned value does not change the store',
    async run(subject) {
      await addAll(subject, [sampleMember(1)]);
      const [listed] = (await list(subject.store))?.items ?? [];
      // Changing a copy works and a frozen object throws; neither affects the store.
      Reflect.set(listed ?? {}, 'role', 'changed');
      assert.deepEqual((await list(subject.store))?.items, [sampleMember(1)]);
    },
  },
  {
    name: 'changing a value after it was stored does not change the store',
    async run(subject) {
      const member = sampleMember(1);
      await addAll(subject, [member]);
      Reflect.set(member, 'role', 'changed');
      assert.deepEqual((await list(subject.store))?.items, [sampleMember(1)]);
    },
  },
];
