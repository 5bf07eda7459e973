import {
  sql,
  type ColumnDataType,
  type CreateTableBuilder,
  type Expression,
  type Transaction,
} from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';

type DataType = ColumnDataType | Expression<unknown>;

interface Column {
  readonly type: DataType;
  readonly is: 'key' | 'unique' | 'orNull';
}

/** A type alone is that of a column that always has a value. */
type Columns = Readonly<Record<string, DataType | Column>>;

/** The one column that names a row. */
const key = (type: DataType): Column => ({ type, is: 'key' });
const orNull = (type: DataType): Column => ({ type, is: 'orNull' });
/** Null, or different in each row. */
const unique = (type: DataType): Column => ({ type, is: 'unique' });

/** Creates the tables of the first release; what each column holds is in schema.ts. */
export async function createTables(trx: Transaction<Schema>, types: ColumnTypes): Promise<void> {
  for (const [name, columns] of Object.entries(tables(types))) {
    const table = trx.schema.createTable(name);
    const named = FLEETING.has(name) ? types.fleeting(table) : table;
    const built = withColumns(named, columns);
    await (CONSTRAINTS[name]?.(built) ?? built).execute();
  }
  for (const index of INDEXES) await sql.raw(`create ${index}`).execute(trx);
}

function withColumns(table: CreateTableBuilder<string>, columns: Columns) {
  return Object.entries(columns).reduce<CreateTableBuilder<string, string>>(
    (built, [name, column]) => {
      if (typeof column === 'string' || !('is' in column)) {
        return built.addColumn(name, column, (col) => col.notNull());
      }
      const { type, is } = column;
      return built.addColumn(name, type, (col) =>
        is === 'key' ? col.primaryKey() : is === 'unique' ? col.unique() : col,
      );
    },
    table,
  );
}

/** May be empty after a crash. */
const FLEETING: ReadonlySet<string> = new Set(['mg_rate_meters']);

function tables(types: ColumnTypes): Readonly<Record<string, Columns>> {
  const { text, whole, exact, truth, fraction, counter } = types;
  return {
    mg_revisions: { topic: key(text), revision: text },
    mg_catalog_entries: { id: key(text), position: 'integer', model: text, signals: text },
    mg_model_sightings: { id: key(text), first_seen_ms: whole },
    mg_workspaces: { id: key(text), account_id: text, name: text, state: text, created_at: text },
    mg_keys: {
      hash: key(text),
      digest: orNull(text),
      old_digest: orNull(text),
      old_digest_ends_ms: orNull(whole),
      mask: orNull(text),
      label: text,
      kind: text,
      user_id: text,
      organization_id: orNull(text),
      workspace_id: text,
      allowed_models: orNull(text),
      credit_account_id: orNull(text),
      state: text,
      expires_at: orNull(text),
      limit_usd: orNull(exact),
      limit_reset: orNull(text),
      requests_per_minute: orNull(whole),
      tokens_per_minute: orNull(whole),
      created_at: text,
      updated_at: orNull(text),
      last_used_ms: orNull(whole),
    },
    mg_members: {
      position: key(counter),
      organization_id: text,
      id: text,
      email: text,
      first_name: text,
      last_name: text,
      role: text,
    },
    mg_guardrails: {
      id: key(text),
      account_id: text,
      name: text,
      allowed_models: orNull(text),
      allowed_providers: orNull(text),
      zdr: truth,
      limit_usd: orNull(exact),
      limit_reset: orNull(text),
      created_at: text,
    },
    mg_guardrail_keys: {
      id: key(text),
      guardrail_id: text,
      key_hash: text,
      assigned_by: text,
      created_at: text,
    },
    mg_guardrail_assignments: {
      id: key(text),
      guardrail_id: text,
      user_id: text,
      assigned_by: text,
      organization_id: text,
      created_at: text,
      created_ms: whole,
    },
    mg_destinations: {
      id: key(text),
      account_id: text,
      workspace_id: text,
      version: text,
      name: text,
      type: text,
      enabled: truth,
      privacy_mode: truth,
      sampling_rate: fraction,
      api_key_hashes: orNull(text),
      filter_rules: orNull(text),
      config: text,
      sealed_with: orNull(text),
      created_at: text,
      created_ms: whole,
      updated_at: text,
    },
    mg_credit_accounts: {
      id: key(text),
      state: text,
      balance: exact,
      reserved: exact,
      created_at: text,
    },
    mg_reservations: {
      id: key(text),
      account_id: text,
      amount: exact,
      state: text,
      expires_ms: whole,
      day: orNull(text),
      key_hash: orNull(text),
      workspace_id: orNull(text),
      organization_id: orNull(text),
      user_id: orNull(text),
    },
    mg_credit_movements: {
      id: key(counter),
      account_id: text,
      amount: exact,
      kind: text,
      reservation_id: unique(text),
      note: orNull(text),
      at_ms: whole,
      generation_id: orNull(text),
      key_hash: orNull(text),
      operation: orNull(text),
      model: orNull(text),
      provider: orNull(text),
    },
    mg_generations: {
      id: key(text),
      created_ms: whole,
      operation: text,
      account_id: text,
      key_hash: text,
      user_id: text,
      workspace_id: text,
      session_id: orNull(text),
      model: text,
      provider_slug: orNull(text),
      provider_name: orNull(text),
      is_stream: truth,
      is_cancelled: truth,
      finish_reason: orNull(text),
      ms: whole,
      first_output_ms: orNull(whole),
      prompt_tokens: orNull(whole),
      completion_tokens: orNull(whole),
      reasoning_tokens: orNull(whole),
      cached_tokens: orNull(whole),
      cost: exact,
      items: orNull(text),
    },
    mg_usage_days: {
      account_id: text,
      day: text,
      key_hash: text,
      user_id: text,
      workspace_id: text,
      model: text,
      provider_slug: text,
      provider_name: text,
      requests: whole,
      cost: exact,
      prompt_tokens: whole,
      completion_tokens: whole,
      reasoning_tokens: whole,
    },
    mg_spending: { kind: text, id: text, first_day: text, last_day: text, used: exact },
    mg_spending_warnings: {
      kind: text,
      id: text,
      first_day: text,
      last_day: text,
      usd: exact,
      percent: whole,
    },
    mg_budgets: { kind: text, id: text, usd: exact, reset: orNull(text) },
    mg_rate_meters: { name: key(text), ends_ms: whole, used: whole, is_taken: truth },
    mg_idempotency: {
      key_hash: key(text),
      body_hash: text,
      claim_id: text,
      ends_ms: whole,
      answer: orNull(text),
      sealed_with: orNull(text),
    },
    mg_outbox: {
      id: key(text),
      workspace_id: text,
      destination_id: text,
      since_ms: whole,
      not_before_ms: whole,
      holder: orNull(text),
      payload: text,
      payload_length: 'integer',
      sealed_with: orNull(text),
    },
    mg_outbox_holders: { id: key(text), ends_ms: whole },
  };
}

type Constrain = (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>;

const primaryKey =
  (name: string, columns: string[]): Constrain =>
  (table) =>
    table.addPrimaryKeyConstraint(name, columns);

/** What holds for several columns of a table. */
const CONSTRAINTS: Readonly<Record<string, Constrain>> = {
  mg_members: (table) => table.addUniqueConstraint('mg_members_id', ['organization_id', 'id']),
  mg_credit_movements: (table) =>
    table.addCheckConstraint('mg_credit_movements_kind', sql`kind in ('grant', 'charge')`),
  mg_usage_days: primaryKey('mg_usage_days_group', [
    'account_id',
    'day',
    'key_hash',
    'user_id',
    'workspace_id',
    'model',
    'provider_slug',
  ]),
  mg_spending: primaryKey('mg_spending_subject', ['kind', 'id']),
  mg_spending_warnings: primaryKey('mg_spending_warnings_key', [
    'kind',
    'id',
    'first_day',
    'last_day',
    'usd',
    'percent',
  ]),
  mg_budgets: primaryKey('mg_budgets_subject', ['kind', 'id']),
};

const INDEXES = [
  'index mg_catalog_entries_position on mg_catalog_entries (position)',
  'unique index mg_keys_digest on mg_keys (digest)',
  'unique index mg_keys_old_digest on mg_keys (old_digest)',
  'index mg_keys_account on mg_keys (coalesce(organization_id, user_id), workspace_id, created_at desc, hash)',
  'index mg_members_order on mg_members (organization_id, position)',
  'unique index mg_guardrail_keys_key on mg_guardrail_keys (key_hash, guardrail_id)',
  'index mg_guardrail_assignments_order on mg_guardrail_assignments (organization_id, created_ms, id)',
  'index mg_guardrail_assignments_member on mg_guardrail_assignments (organization_id, user_id)',
  'index mg_destinations_order on mg_destinations (account_id, workspace_id, created_ms, id)',
  // What forwards telemetry asks for the destinations of a workspace, whatever their account.
  'index mg_destinations_workspace on mg_destinations (workspace_id)',
  'index mg_reservations_expiry on mg_reservations (state, expires_ms)',
  'index mg_credit_movements_account on mg_credit_movements (account_id, id)',
  "index mg_credit_movements_grants on mg_credit_movements (account_id) where kind = 'grant'",
  'index mg_generations_created on mg_generations (created_ms)',
  'index mg_usage_days_day on mg_usage_days (day)',
  'index mg_usage_days_key_hash on mg_usage_days (key_hash, day)',
  'index mg_usage_days_workspace_id on mg_usage_days (workspace_id, day)',
  'index mg_spending_warnings_last_day on mg_spending_warnings (last_day)',
  'index mg_idempotency_ends on mg_idempotency (ends_ms)',
  'index mg_outbox_age on mg_outbox (since_ms, id)',
  'index mg_outbox_holder on mg_outbox (holder)',
];
