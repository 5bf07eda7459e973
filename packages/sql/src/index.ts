import { requireNode } from '@model-gateway/core/kit';

export { openStores, type Stores } from './open-stores.ts';
export type { ModelSightings } from './model-sightings.ts';
export { migrateDatabase } from './migrate-database.ts';
export type { DatabaseLocation } from './connect.ts';
export type { OpenStoresOptions } from './options.ts';
export type { RateLimitOptions } from './rate-limiter.ts';
export type { OnReport, StoreReport } from './report.ts';
export { SCHEMA_VERSION, SchemaVersionError } from './migrations/migrate.ts';
export { AdministrationError } from './administration-error.ts';
export type { OutboxLimits } from './outbox-room.ts';
export {
  createSecretBox,
  SealError,
  type SecretBox,
  type SecretKey,
} from './secrets/secret-box.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './dialect/postgres/pool.ts';

export type { Administration } from './admin/administration.ts';
export type { Audit } from './admin/audit.ts';
export type { BudgetAdministration } from './admin/budgets.ts';
export type { ImportOptions, Records } from './admin/batches.ts';
export type { AssignmentAdministration } from './admin/assignments.ts';
export type {
  CatalogAdministration,
  CatalogImport,
  CatalogImportOptions,
} from './admin/catalog.ts';
export type {
  CreditAccount,
  CreditAccountAdministration,
  CreditMovement,
} from './admin/credit-accounts.ts';
export type { DestinationAdministration, NewDestination } from './admin/destinations.ts';
export type {
  GuardrailAdministration,
  GuardrailChange,
  GuardrailRecord,
  NewGuardrail,
} from './admin/guardrails.ts';
export type { KeyGuardrail, KeyGuardrailAdministration } from './admin/guardrails-of-keys.ts';
export type { KeyAdministration } from './admin/keys.ts';
export type { KeyChange, KeyRecord, KeyWithText, NewKey } from './admin/key-record.ts';
export type { GenerationAdministration } from './admin/generations.ts';
export type { KeyFilter } from './admin/select-keys.ts';
export type { MemberAdministration } from './admin/members.ts';
export type { UsageAdministration, UsageGroup, UsageQuestion, UsageSum } from './admin/usage.ts';
export type { NewWorkspace, Workspace, WorkspaceAdministration } from './admin/workspaces.ts';

requireNode('@model-gateway/sql', '22.13', process.versions.node);
