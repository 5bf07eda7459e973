import type { AppliedGuardrail, GuardrailStore } from '@model-gateway/core';
import { unknownGuardrail } from '@model-gateway/core/kit';
import { sql } from 'kysely';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import { toGuardrailOf, type GuardrailRow } from './guardrail-rows.ts';
import { isStorable } from './storable-text.ts';

/** The number of keys whose guardrails are kept in memory; a new one replaces the oldest. */
const KEPT = 10_000;

/** An assignment, and its guardrail; null where the account has no such guardrail. */
type FoundRow = { readonly [Name in keyof GuardrailRow]: GuardrailRow[Name] | null } & {
  readonly guardrail_id: string;
  readonly scope: AppliedGuardrail['scope'];
};

interface Values {
  readonly key: string;
  readonly user: string;
  readonly organization: string | null;
  readonly account: string;
}

/**
 * Creates the store of guardrails. What was read is kept in memory until any guardrail or key
 * changes, as keys are. `unguarded` are keys that were read without any, which need no further look.
 */
export function createGuardrailStore(
  database: Database,
  changes: Changes,
  unguarded: WeakSet<object>,
  { staleKeySeconds }: { readonly staleKeySeconds: number },
): GuardrailStore {
  const find = database.prepare<Values, FoundRow>('reads', (db, value) =>
    sql<FoundRow>`
      select assigned.guardrail_id, assigned.scope, guardrails.* from (
        select guardrail_id, 'member' as scope, created_at, id from mg_guardrail_assignments
        where organization_id = ${value('organization')} and user_id = ${value('user')}
        union all
        select guardrail_id, 'key' as scope, created_at, id from mg_guardrail_keys
        where key_hash = ${value('key')}
      ) as assigned
      left join mg_guardrails as guardrails
        on guardrails.id = assigned.guardrail_id and guardrails.account_id = ${value('account')}
      order by assigned.scope desc, assigned.created_at, assigned.id`.compile(db),
  );
  let known = new Map<string, readonly AppliedGuardrail[]>();
  changes.onChange('keys', () => {
    known = new Map();
  });
  return {
    of(caller) {
      if (unguarded.has(caller)) return NONE;
      const { hash, userId, organizationId } = caller;
      const name = JSON.stringify([hash, userId, organizationId]);
      const isFresh = changes.age() <= staleKeySeconds * 1000;
      return (isFresh ? known.get(name) : undefined) ?? read(caller, name);
    },
  };

  async function read(
    { hash, userId, organizationId }: Guarded,
    name: string,
  ): Promise<readonly AppliedGuardrail[]> {
    const into = known;
    const account = organizationId ?? userId;
    const values = { key: hash, user: userId, organization: organizationId, account };
    const found = Object.freeze(appliedOf(await find(storable(values)), account));
    const [oldest] = into.keys();
    if (into.size >= KEPT && oldest !== undefined) into.delete(oldest);
    // After a change in between there is a new map, and these may be from before the change.
    into.set(name, found);
    return found;
  }
}

type Guarded = Parameters<GuardrailStore['of']>[0];

const NONE: readonly AppliedGuardrail[] = Object.freeze([]);

/** Returns the guardrails of rows; one that is assigned to a member twice counts once. */
function appliedOf(rows: readonly FoundRow[], account: string): readonly AppliedGuardrail[] {
  const applied = new Map<string, AppliedGuardrail>();
  for (const { guardrail_id: id, scope, ...row } of rows) {
    if (!isRow(row)) throw new Error(unknownGuardrail(id, account, scope));
    applied.set(`${scope} ${id}`, Object.freeze({ ...toGuardrailOf(row), scope }));
  }
  return [...applied.values()];
}

function isRow(row: Omit<FoundRow, 'guardrail_id' | 'scope'>): row is GuardrailRow {
  return row.id !== null;
}

/** A column for statements over `mg_keys as keys`: whether the key or its user has a guardrail. */
export const IS_GUARDED = sql<boolean | number>`
  exists (select 1 from mg_guardrail_keys as own where own.key_hash = keys.hash) or exists (
    select 1 from mg_guardrail_assignments as given
    where given.organization_id = keys.organization_id and given.user_id = keys.user_id
  )`;

/** Texts that no row can hold become one that nobody has. */
function storable(values: Values): Values {
  const clean = (text: string) => (isStorable(text) ? text : '');
  const { key, user, organization, account } = values;
  return {
    key: clean(key),
    user: clean(user),
    organization: organization === null ? null : clean(organization),
    account: clean(account),
  };
}
