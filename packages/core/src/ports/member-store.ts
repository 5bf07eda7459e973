import type { Member } from '../resources/member.ts';
import type { Page, PageRequest } from './page.ts';

/** Stores members of organizations. */
export interface MemberStore {
  /** Oldest first; undefined for an unknown organization. Source: contract §5.6, §6. */
  list(query: PageRequest & { readonly organizationId: string }): Promise<Page<Member> | undefined>;
}
