import type { Member } from '../resources/member.ts';
import type { Page, PageRequest } from './page.ts';

/** Where organization members live. */
export interface MemberStore {
  /** Oldest first; undefined when there is no such organization. Source: contract §5.6, §6. */
  list(query: PageRequest & { readonly organizationId: string }): Promise<Page<Member> | undefined>;
}
