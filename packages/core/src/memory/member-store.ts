import type { MemberStore } from '../ports/member-store.ts';
import type { Member } from '../resources/member.ts';
import { pageOf } from './page-of.ts';

/** A member and its organization, which the member's record does not contain. */
export interface StoredMember {
  /** `org_…` */
  readonly organizationId: string;
  readonly member: Member;
}

/** A member store in memory, with a way to fill it. */
export interface MemoryMemberStore extends MemberStore {
  /** Adds a member as the newest of its organization, or replaces the one with the same id. */
  put(stored: StoredMember): void;
}

/**
 * Creates a member store in memory; members are given oldest first. An organization exists as soon
 * as it has a member. Copies what it receives and what it returns.
 */
export function createMemoryMemberStore(members: Iterable<StoredMember> = []): MemoryMemberStore {
  const organizations = new Map<string, Map<string, Member>>();
  const put = ({ organizationId, member }: StoredMember) => {
    const known = organizations.get(organizationId) ?? new Map<string, Member>();
    organizations.set(organizationId, known.set(member.id, structuredClone(member)));
  };
  for (const stored of members) put(stored);

  return {
    put,
    async list({ organizationId, ...page }) {
      const known = organizations.get(organizationId);
      return known && pageOf([...known.values()], page);
    },
  };
}
