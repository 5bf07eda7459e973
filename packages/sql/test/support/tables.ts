const TABLES = [
  'mg_revisions',
  'mg_catalog_entries',
  'mg_model_sightings',
  'mg_workspaces',
  'mg_keys',
  'mg_members',
  'mg_guardrails',
  'mg_guardrail_assignments',
  'mg_guardrail_keys',
  'mg_destinations',
  'mg_credit_accounts',
  'mg_reservations',
  'mg_credit_movements',
  'mg_generations',
  'mg_usage_days',
  'mg_spending',
  'mg_spending_warnings',
  'mg_budgets',
  'mg_rate_meters',
  'mg_idempotency',
  'mg_outbox',
  'mg_outbox_holders',
] as const;

/** Empties every table that a case may have filled. */
export const EMPTY_TABLES = TABLES.map((table) => `delete from ${table};`).join(' ');
