import type { Guardrail } from '@model-gateway/core';
import { toGuardrail } from '@model-gateway/core/kit';
import type { Insertable, Selectable } from 'kysely';
import { listOrNull, plainOrNull } from './key-rows.ts';
import type { Schema } from './schema.ts';

export type GuardrailRow = Selectable<Schema['mg_guardrails']>;

/** Returns the guardrail of a row. Throws for one that cannot be read, so that it is never less. */
export function toGuardrailOf(row: GuardrailRow): Guardrail {
  return toGuardrail({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    allowedModels: listOrNull(row.allowed_models),
    allowedProviders: listOrNull(row.allowed_providers),
    zdr: Boolean(row.zdr),
    usd: plainOrNull(row.limit_usd),
    reset: row.limit_reset,
  });
}

/** Returns the row of a guardrail. */
export function toGuardrailRow(
  guardrail: Guardrail,
  createdAt: string,
): Insertable<Schema['mg_guardrails']> {
  const { allowedModels: models, allowedProviders: providers } = guardrail;
  return {
    id: guardrail.id,
    account_id: guardrail.accountId,
    name: guardrail.name,
    allowed_models: models && JSON.stringify(models),
    allowed_providers: providers && JSON.stringify(providers),
    zdr: guardrail.zdr,
    limit_usd: guardrail.usd,
    limit_reset: guardrail.reset,
    created_at: createdAt,
  };
}
