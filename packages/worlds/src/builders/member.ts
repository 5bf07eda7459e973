import { MemberSchema, type Member, type StoredMember } from '@model-gateway/core';
import { createRandomSource, present } from '@model-gateway/core/kit';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { checkNames, createWishCheck } from './check-wish.ts';
import type { Some } from './wished.ts';

/** What a member is to be: every member of the wire by its own name, and the organization. */
export interface MemberWish extends Some<Member> {
  /** Any text; what is left out depends on it alone. */
  readonly id: string;
  /** That of the mock's keys by default. Lists are of the organization of the key. */
  readonly organization?: string | undefined;
}

/**
 * A member of an organization, for `members` of a tenant or world. Throws GW1701 for what is none.
 *
 * ```ts
 * member({ id: 'user_ada', first_name: 'Ada', role: 'admin' })
 * ```
 */
export function member(wish: MemberWish): StoredMember {
  const building = { builder: 'member', id: wish?.id };
  checkNames(wish, NAMES, building);
  const { organization = MOCK_ACCOUNT.organizationId, ...members } = wish;
  const draw = createRandomSource(`built member ${wish.id}`);
  const { first_name = draw.pick(FIRST_NAMES), last_name = draw.pick(LAST_NAMES) } = members;
  const built = {
    first_name,
    last_name,
    email: `${mailName(first_name)}.${mailName(last_name)}@orrery.example`,
    role: 'member',
    ...present(members),
  };
  return { organizationId: organization, member: check(built, building) };
}

const NAMES = ['organization', ...Object.keys(MemberSchema.entries)];
const check = createWishCheck(MemberSchema);

const FIRST_NAMES = ['Ada', 'Bruno', 'Chiara', 'Dev', 'Elif', 'Farid', 'Greta', 'Hana'] as const;
const LAST_NAMES = ['Abel', 'Brandt', 'Costa', 'Dumas', 'Eriksen', 'Fujita', 'Gupta'] as const;

/** `O'Connell` → `oconnell` */
function mailName(name: unknown): string {
  return (
    String(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') || 'somebody'
  );
}
