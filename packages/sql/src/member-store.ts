import type { Member, MemberStore, PageRequest } from '@model-gateway/core';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { paged, toPage, type PagedRow } from './paged.ts';
import { isStorable } from './storable-text.ts';

type ListQuery = PageRequest & { readonly organizationId: string };

/** Creates the store of members, in the order in which they were added. */
export function createMemberStore(database: Database): MemberStore {
  const list = database.prepare<ListQuery, PagedRow<Member>>('reads', (db, value) =>
    paged(
      db,
      value,
      sql`select * from mg_members where organization_id = ${value('organizationId')}`,
      sql`position`,
    ),
  );
  return {
    async list(query) {
      if (!isStorable(query.organizationId)) return undefined;
      const page = toPage(await list(query), toMember);
      return page.totalCount === 0 ? undefined : page;
    },
  };
}

export function toMember({ id, email, first_name, last_name, role }: Member): Member {
  return { id, email, first_name, last_name, role };
}
