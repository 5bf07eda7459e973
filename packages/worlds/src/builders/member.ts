import { MemberSchema, type Member, type StoredMember } from '@model-gateway/core';
import { createRandomSource, present } from '@model-gateway/core/kit';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { checkNames, createInputCheck } from './check-input.ts';
import type { PartialInput } from './input-types.ts';

/** Input of `member()`: every member of the wire by its own name, and the organization. */
export interface MemberSpec extends PartialInput<Member> {
  /** Any text; omitted members depend on it alone. */
  readonly id: string;
  /** The organization of the mock's keys by default. A list shows the organization of its key. */
  readonly organization?: string | undefined;
}

/**
 * Builds a member of an organization, for `members` of a tenant or world. Throws GW1701 for invalid
 * input.
 *
 * ```ts
 * member({ id: 'user_ada', first_name: 'Ada', role: 'admin' })
 * ```
 */
export function member(spec: MemberSpec): StoredMember {
  const building = { builder: 'member', id: spec?.id };
  checkNames(spec, NAMES, building);
  const { organization = MOCK_ACCOUNT.organizationId, ...members } = spec;
  const draw = createRandomSource(`built member ${spec.id}`);
  const { first_name = draw.pick(FIRST_NAMES), last_name = draw.pick(LAST_NAMES) } = members;
  const built = {
    first_name,
    last_name,
    email: `${mailName(first_name)}.${mailName(last_name)}@quillfeather.example`,
    role: 'member',
    ...present(members),
  };
  return { organizationId: organization, member: check(built, building) };
}

const NAMES = ['organization', ...Object.keys(MemberSchema.entries)];
const check = createInputCheck(MemberSchema);

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
