import { MemberSchema, type Member, type StoredMember } from '@model-gateway/core';
import type { Transaction } from 'kysely';
import { toMember } from '../member-store.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requirePrintable, requireStorable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';
import { checked } from './checked.ts';

/** Administers members of organizations. */
export interface MemberAdministration {
  /** Adds a member as the newest of an organization, and with the first member the organization. */
  create(organizationId: string, member: Member): Promise<Member>;
  show(organizationId: string, id: string): Promise<Member | undefined>;
  delete(organizationId: string, id: string): Promise<boolean>;
  /** Adds members, oldest first, and replaces existing ones in their positions. */
  import(members: Records<StoredMember>, options?: ImportOptions): Promise<number>;
  /** Yields every member, in the order of joining. */
  export(): AsyncGenerator<StoredMember>;
}

export function createMemberAdministration({
  database,
}: AdministrationContext): MemberAdministration {
  const { db } = database;
  const show = async (organizationId: string, id: string) => {
    if (!isStorable(organizationId) || !isStorable(id)) return undefined;
    const row = await db
      .selectFrom('mg_members')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toMember(row);
  };
  return {
    show,
    async create(organizationId, member) {
      requirePrintable({ organizationId, ...toMember(member) });
      if ((await show(organizationId, member.id)) !== undefined) {
        throw new AdministrationError(`"${member.id}" is a member of "${organizationId}" already`);
      }
      await importAll(database.transaction, checkedMembers([{ organizationId, member }]), write);
      return member;
    },
    async delete(organizationId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('mg_members')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    import: (members, options) =>
      importAll(database.transaction, checkedMembers(members), write, options),
    export: () =>
      exportRows(db.selectFrom('mg_members').selectAll(), 'position', (row) => ({
        organizationId: row.organization_id,
        member: toMember(row),
      })),
  };
}

async function* checkedMembers(members: Records<StoredMember>): AsyncGenerator<StoredMember> {
  let position = 0;
  for await (const { organizationId, member: value } of members) {
    const member = checked(MemberSchema, value, `members[${position++}]`);
    requireStorable({ organizationId, ...toMember(member) });
    yield { organizationId, member: toMember(member) };
  }
}

async function write(trx: Transaction<Schema>, batch: readonly StoredMember[]): Promise<void> {
  for (const { organizationId, member } of batch) {
    const { id: _id, ...changed } = member;
    await trx
      .insertInto('mg_members')
      .values({ organization_id: organizationId, ...member })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(changed))
      .execute();
  }
}
