import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';

/** A paged list of a store, of any kind of record. */
export interface PagedList<Subject> {
  /** The kind of record, in the singular. */
  readonly noun: string;
  readonly spec: string;
  /** Stores that many records, and resolves to their ids in list order. */
  fill(subject: Subject, count: number): Promise<readonly string[]>;
  page(subject: Subject, query: PageQuery): Promise<Page | undefined>;
}

interface PageQuery {
  readonly offset: number;
  readonly limit: number;
}

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly totalCount: number;
}

/** Returns the paging cases for a list. */
export function pagingCases<Subject>({
  noun,
  spec,
  fill,
  page: pageOf,
}: PagedList<Subject>): readonly ConformanceCase<Subject>[] {
  return [
    {
      name: `pages return every ${noun} once, each with the total`,
      spec,
      async run(subject) {
        const expected = await fill(subject, 23);
        const ids: string[] = [];
        for (let offset = 0; offset < 23; offset += 5) {
          const page = await pageOf(subject, { offset, limit: 5 });
          assert.equal(page?.totalCount, 23);
          assert.equal(page.items.length, Math.min(5, 23 - offset));
          ids.push(...page.items.map(({ id }) => id));
        }
        assert.deepEqual(ids, expected);
      },
    },
    {
      name: 'a page at or past the end is empty and still has the total',
      spec,
      async run(subject) {
        await fill(subject, 3);
        for (const offset of [3, 4, 1_000_000, Number.MAX_SAFE_INTEGER]) {
          const page = await pageOf(subject, { offset, limit: 1 });
          assert.deepEqual(page, { items: [], totalCount: 3 }, String(offset));
        }
      },
    },
  ];
}
