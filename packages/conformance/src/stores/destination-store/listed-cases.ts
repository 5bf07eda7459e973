import assert from 'node:assert/strict';
import type { ConformanceCase } from '../../conformance-case.ts';
import { pagingCases } from '../paging-cases.ts';
import {
  PROPERTY_NAMES,
  numbersTo,
  sampleDestination,
  sampleMoment,
  sampleUuid,
  shuffledTo,
} from '../sample-records.ts';
import { type DestinationStoreSubject, idsOf, list, putAll } from './subject.ts';

/** Which destinations a list has, in which order, page by page. */
export const LISTED_CASES: readonly ConformanceCase<DestinationStoreSubject>[] = [
  {
    name: 'an unknown account or workspace has an empty list',
    spec: 'contract §2.6, §5.8',
    async run(subject) {
      await putAll(subject, [sampleDestination(1)]);
      const nothing = { items: [], totalCount: 0 };
      for (const name of ['org_2', '', ...PROPERTY_NAMES]) {
        assert.deepEqual(await list(subject.store, { accountId: name }), nothing, name);
      }
      assert.deepEqual(await list(subject.store, { workspaceId: sampleUuid(9002) }), nothing);
    },
  },
  {
    name: 'accounts and workspaces do not mix',
    spec: 'contract §2.6',
    async run(subject) {
      const other = { workspace_id: sampleUuid(9002) };
      await putAll(subject, [sampleDestination(1), sampleDestination(2, other)]);
      await putAll(subject, [sampleDestination(3), sampleDestination(4, other)], 'user_1');
      const workspaceId = other.workspace_id;
      assert.deepEqual(await idsOf(subject.store), [sampleUuid(1)]);
      assert.deepEqual(await idsOf(subject.store, { workspaceId }), [sampleUuid(2)]);
      assert.deepEqual(await idsOf(subject.store, { accountId: 'user_1' }), [sampleUuid(3)]);
      assert.equal((await list(subject.store, { accountId: 'user_1', workspaceId })).totalCount, 1);
    },
  },
  {
    name: 'a list is newest first',
    spec: 'contract §5.6',
    async run(subject) {
      await putAll(
        subject,
        shuffledTo(20).map((number) => sampleDestination(number)),
      );
      assert.deepEqual(await idsOf(subject.store), numbersTo(20).toReversed().map(sampleUuid));
    },
  },
  {
    name: 'a list orders equal times by id, descending',
    spec: 'contract §5.6',
    async run(subject) {
      const created_at = sampleMoment(5);
      await putAll(subject, [
        ...shuffledTo(8).map((number) => sampleDestination(number, { created_at })),
        sampleDestination(9, { created_at: sampleMoment(4) }),
        sampleDestination(10, { created_at: sampleMoment(6) }),
      ]);
      const expected = [10, 8, 7, 6, 5, 4, 3, 2, 1, 9].map(sampleUuid);
      assert.deepEqual(await idsOf(subject.store), expected);
    },
  },
  ...pagingCases<DestinationStoreSubject>({
    noun: 'record',
    spec: 'contract §5',
    async fill(subject, count) {
      const created_at = sampleMoment(1);
      await putAll(
        subject,
        shuffledTo(count).map((number) => sampleDestination(number, { created_at })),
      );
      return numbersTo(count).toReversed().map(sampleUuid);
    },
    page: ({ store }, query) => list(store, query),
  }),
];
