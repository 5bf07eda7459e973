import type { LimitReset, Subject } from '@model-gateway/core';
import type { ColumnType, Generated } from 'kysely';

/**
 * The tables, as PostgreSQL and SQLite both have them. Names begin with `mg_`, so that they can live
 * in a database of the host's. JSON is text, because PostgreSQL's own type loses the order of
 * members and cannot hold `\u0000`; `config::json ->> 'url'` works on it.
 */
export interface Schema {
  mg_schema: SchemaTable;
  mg_revisions: RevisionsTable;
  mg_catalog_entries: CatalogEntriesTable;
  mg_model_sightings: ModelSightingsTable;
  mg_workspaces: WorkspacesTable;
  mg_keys: KeysTable;
  mg_members: MembersTable;
  mg_guardrails: GuardrailsTable;
  mg_guardrail_assignments: GuardrailAssignmentsTable;
  mg_guardrail_keys: GuardrailKeysTable;
  mg_destinations: DestinationsTable;
  mg_credit_accounts: CreditAccountsTable;
  mg_reservations: ReservationsTable;
  mg_credit_movements: CreditMovementsTable;
  mg_generations: GenerationsTable;
  mg_usage_days: UsageDaysTable;
  mg_spending: SpendingTable;
  mg_spending_warnings: SpendingWarningsTable;
  mg_budgets: BudgetsTable;
  mg_rate_meters: RateMetersTable;
  mg_idempotency: IdempotencyTable;
  mg_outbox: OutboxTable;
  mg_outbox_holders: OutboxHoldersTable;
}

/** A 64-bit integer; PostgreSQL's driver returns it as text. */
export type Whole = ColumnType<number | string, number, number>;
/** An exact decimal: NUMERIC on PostgreSQL, plain digits as text on SQLite. Never a double. */
export type Exact = ColumnType<string, string, string>;
type WholeOrNone = ColumnType<number | string | null, number | null | undefined, number | null>;
type WholeOrNull = ColumnType<number | string | null, number | null, number | null>;
type ExactOrNull = ColumnType<string | null, string | null | undefined, string | null>;
/** Null where an older version wrote the row. */
type Added = ColumnType<string | null, string | null | undefined, string | null>;
/** A truth value; SQLite has 0 and 1. */
type Truth = ColumnType<boolean | number, boolean, boolean>;

/** One row: the version of the schema. */
interface SchemaTable {
  version: number;
}

/** The revision of each topic, a new one after each change. */
interface RevisionsTable {
  /** `catalog` or `keys`. */
  topic: string;
  revision: string;
}

interface CatalogEntriesTable {
  id: string;
  /** The position in the catalog's own order. */
  position: number;
  model: string;
  signals: string;
}

/** Models of providers, which may be in no catalog. */
interface ModelSightingsTable {
  id: string;
  /** Milliseconds since the epoch. */
  first_seen_ms: Whole;
}

interface WorkspacesTable {
  id: string;
  account_id: string;
  name: string;
  state: 'active' | 'disabled';
  created_at: string;
}

interface KeysTable {
  /** Names the key for good: the SHA-256 of its first text. */
  hash: string;
  /** The SHA-256 of its text. */
  digest: string;
  /** The SHA-256 of the previous text, which is accepted until then; null without a previous text. */
  old_digest: Added;
  old_digest_ends_ms: WholeOrNone;
  /** The text without its middle; null where only the digest was ever known. */
  mask: Added;
  label: string;
  kind: 'inference' | 'management';
  user_id: string;
  organization_id: string | null;
  workspace_id: string;
  /** A JSON list, or null for all. */
  allowed_models: string | null;
  credit_account_id: string | null;
  state: 'active' | 'disabled' | 'revoked';
  expires_at: string | null;
  /** What it may spend until the reset, USD; null for no limit. */
  limit_usd: ExactOrNull;
  /** Null for never. */
  limit_reset: ColumnType<LimitReset | null, LimitReset | null | undefined, LimitReset | null>;
  requests_per_minute: WholeOrNone;
  tokens_per_minute: WholeOrNone;
  created_at: string;
  updated_at: Added;
  /** Milliseconds since the epoch, written at most once a minute; null until the first use. */
  last_used_ms: ColumnType<number | string | null, number | null, number | null>;
}

interface MembersTable {
  /** Counts up: the order of joining. */
  position: Generated<number | string>;
  organization_id: string;
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
}

interface GuardrailsTable {
  id: string;
  account_id: string;
  name: string;
  /** A JSON list, or null for all. */
  allowed_models: string | null;
  allowed_providers: string | null;
  zdr: Truth;
  /** What each that it is assigned to may spend until the reset, USD; null for no limit. */
  limit_usd: ExactOrNull;
  /** Null for never. */
  limit_reset: LimitReset | null;
  created_at: string;
}

/** Guardrails of keys; those of members are assignments. */
interface GuardrailKeysTable {
  id: string;
  guardrail_id: string;
  key_hash: string;
  assigned_by: string;
  created_at: string;
}

interface GuardrailAssignmentsTable {
  id: string;
  guardrail_id: string;
  user_id: string;
  assigned_by: string;
  organization_id: string;
  created_at: string;
  /** `created_at` in milliseconds since the epoch, to sort by. */
  created_ms: Whole;
}

interface DestinationsTable {
  id: string;
  account_id: string;
  workspace_id: string;
  /** A new one after each change, never reused. */
  version: string;
  name: string;
  type: string;
  enabled: Truth;
  privacy_mode: Truth;
  sampling_rate: number;
  /** JSON; null means all keys. */
  api_key_hashes: string | null;
  filter_rules: string | null;
  /** JSON; its secrets are sealed where `sealed_with` names a key. */
  config: string;
  sealed_with: string | null;
  created_at: string;
  created_ms: Whole;
  updated_at: string;
}

interface CreditAccountsTable {
  id: string;
  state: 'active' | 'disabled';
  /** The sum of the account's movements, USD. */
  balance: Exact;
  /** The sum of its open reservations; `balance - reserved` is free. */
  reserved: Exact;
  created_at: string;
}

interface ReservationsTable {
  id: string;
  /** Empty where no account pays. */
  account_id: string;
  amount: Exact;
  /** `swept` once it was freed because it expired; a late settlement is still charged. */
  state: 'open' | 'swept';
  expires_ms: Whole;
  /** The UTC day that is charged, and who spends; null where the ledger was not told. */
  day: Added;
  key_hash: Added;
  workspace_id: Added;
  organization_id: Added;
  user_id: Added;
}

/** Every change of a balance. Rows are only added. */
interface CreditMovementsTable {
  /** Counts up. */
  id: Generated<number | string>;
  account_id: string;
  /** Above 0 for a grant, below 0 for a charge. */
  amount: Exact;
  kind: 'grant' | 'charge';
  /** The reservation that was settled; each can be charged only once. */
  reservation_id: string | null;
  note: string | null;
  at_ms: Whole;
  /** What a charge is for; null for grants, and for charges of before schema 6. */
  generation_id: Added;
  key_hash: Added;
  operation: Added;
  model: Added;
  /** The provider's slug. */
  provider: Added;
}

/** What a generation was and cost; no prompt and no answer. */
interface GenerationsTable {
  id: string;
  created_ms: Whole;
  operation: string;
  account_id: string;
  key_hash: string;
  user_id: string;
  workspace_id: string;
  session_id: string | null;
  model: string;
  /** Both null where nobody served. */
  provider_slug: string | null;
  provider_name: string | null;
  is_stream: Truth;
  is_cancelled: Truth;
  finish_reason: string | null;
  ms: Whole;
  first_output_ms: WholeOrNull;
  prompt_tokens: WholeOrNull;
  completion_tokens: WholeOrNull;
  reasoning_tokens: WholeOrNull;
  cached_tokens: WholeOrNull;
  cost: Exact;
  /** A list of `ChargeItem`, without the names of its members. */
  items: Added;
}

/**
 * Sums of generations, added to in the step that writes one. Rows stay. What was charged without a
 * generation has no model and no provider.
 */
interface UsageDaysTable {
  account_id: string;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  key_hash: string;
  user_id: string;
  workspace_id: string;
  model: string;
  provider_slug: string;
  provider_name: string;
  requests: Whole;
  cost: Exact;
  prompt_tokens: Whole;
  completion_tokens: Whole;
  reasoning_tokens: Whole;
}

/**
 * What a subject has used of its budget, in one window: once there is a row, every reservation and
 * every charge of the subject that belongs to the window's days is in `used`.
 */
interface SpendingTable {
  /** A name of `COUNTERS`. */
  kind: string;
  id: string;
  /** UTC, both included. */
  first_day: string;
  last_day: string;
  /** Spent and reserved, USD. */
  used: Exact;
}

/** Shares of limits that warnings were sent for; rows are deleted a week after their window. */
interface SpendingWarningsTable {
  /** Of the limit, as of the row of `mg_spending` that counts it. */
  kind: string;
  id: string;
  /** UTC, both included. */
  first_day: string;
  last_day: string;
  /** The limit. */
  usd: Exact;
  percent: Whole;
}

/** What workspaces and organizations may spend; the limits of keys are in `mg_keys`. */
interface BudgetsTable {
  kind: Subject['kind'];
  id: string;
  usd: Exact;
  /** Null for never. */
  reset: LimitReset | null;
}

/** What was counted under a name in one window. */
interface RateMetersTable {
  name: string;
  ends_ms: Whole;
  used: Whole;
  /** Whether the last units fitted. */
  is_taken: Truth;
}

/** A request with an idempotency key that runs or has had its answer. */
interface IdempotencyTable {
  key_hash: string;
  body_hash: string;
  claim_id: string;
  /** Until then it runs, or its answer is kept. */
  ends_ms: Whole;
  /** Null while it runs; sealed where `sealed_with` names a key. */
  answer: string | null;
  sealed_with: string | null;
}

/** A record of telemetry that is to be delivered to one destination. */
interface OutboxTable {
  id: string;
  workspace_id: string;
  destination_id: string;
  /** When the record was made, milliseconds since the epoch. */
  since_ms: Whole;
  /** Not to be claimed before. */
  not_before_ms: Whole;
  /** The process that delivers it; free when null, or when that one has no row of its own. */
  holder: string | null;
  /** What only forwarders read; sealed where `sealed_with` names a key. */
  payload: string;
  payload_length: number;
  sealed_with: string | null;
}

/** A process that delivers telemetry, until its lease ends. */
interface OutboxHoldersTable {
  id: string;
  ends_ms: Whole;
}
