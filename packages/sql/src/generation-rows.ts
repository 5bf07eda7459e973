import type { ChargeItem, Generation } from '@model-gateway/core';
import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';
import { wholeOrNull } from './whole-or-null.ts';

/** A row of `mg_generations` as it is written. */
export interface GenerationRow {
  readonly id: string;
  readonly created_ms: number;
  readonly operation: string;
  readonly account_id: string;
  readonly key_hash: string;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly session_id: string | null;
  readonly model: string;
  readonly provider_slug: string | null;
  readonly provider_name: string | null;
  readonly is_stream: boolean;
  readonly is_cancelled: boolean;
  readonly finish_reason: string | null;
  readonly ms: number;
  readonly first_output_ms: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly cached_tokens: number | null;
  /** Plain digits. */
  readonly cost: string;
  /** JSON. */
  readonly items: string | null;
}

/** The columns as PostgreSQL types them, for values of a statement. */
export const GENERATION_TYPES: { readonly [Column in keyof GenerationRow]: string } = {
  id: 'text',
  created_ms: 'bigint',
  operation: 'text',
  account_id: 'text',
  key_hash: 'text',
  user_id: 'text',
  workspace_id: 'text',
  session_id: 'text',
  model: 'text',
  provider_slug: 'text',
  provider_name: 'text',
  is_stream: 'boolean',
  is_cancelled: 'boolean',
  finish_reason: 'text',
  ms: 'bigint',
  first_output_ms: 'bigint',
  prompt_tokens: 'bigint',
  completion_tokens: 'bigint',
  reasoning_tokens: 'bigint',
  cached_tokens: 'bigint',
  cost: 'numeric',
  items: 'text',
};
// Object.keys forgets what it listed.
export const GENERATION_COLUMNS = Object.keys(GENERATION_TYPES) as readonly (keyof GenerationRow)[];

/** Returns the row of a generation; `cost` is `costUsd` in plain digits. */
export function toGenerationRow(generation: Generation, cost: string): GenerationRow {
  const { provider } = generation;
  return {
    id: generation.id,
    created_ms: generation.createdAt,
    operation: generation.operation,
    account_id: generation.accountId,
    key_hash: generation.keyHash,
    user_id: generation.userId,
    workspace_id: generation.workspaceId,
    session_id: generation.sessionId,
    model: generation.model,
    provider_slug: provider?.slug ?? null,
    provider_name: provider?.name ?? null,
    is_stream: generation.isStream,
    is_cancelled: generation.isCancelled,
    finish_reason: generation.finishReason,
    ms: generation.ms,
    first_output_ms: generation.firstOutputMs,
    prompt_tokens: generation.promptTokens,
    completion_tokens: generation.completionTokens,
    reasoning_tokens: generation.reasoningTokens,
    cached_tokens: generation.cachedTokens,
    cost,
    items: generation.items === undefined ? null : toText(generation.items),
  };
}

/** Returns the generation of a row; `costUsd` is `cost` as the gateway writes amounts. */
export function toGeneration(
  row: Selectable<Schema['mg_generations']>,
  costUsd: string,
): Generation {
  const { provider_slug: slug, provider_name: name } = row;
  return {
    id: row.id,
    createdAt: Number(row.created_ms),
    operation: row.operation,
    accountId: row.account_id,
    keyHash: row.key_hash,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    sessionId: row.session_id,
    model: row.model,
    provider: slug === null ? null : { slug, name: name ?? slug },
    isStream: Boolean(row.is_stream),
    isCancelled: Boolean(row.is_cancelled),
    finishReason: row.finish_reason,
    ms: Number(row.ms),
    firstOutputMs: wholeOrNull(row.first_output_ms),
    promptTokens: wholeOrNull(row.prompt_tokens),
    completionTokens: wholeOrNull(row.completion_tokens),
    reasoningTokens: wholeOrNull(row.reasoning_tokens),
    cachedTokens: wholeOrNull(row.cached_tokens),
    costUsd,
    ...(row.items !== null && { items: fromText(row.items) }),
  };
}

/** The members in order, because their names would be most of the text. */
type WrittenItem = readonly [string, string | null, string | null, string];

function toText(items: readonly ChargeItem[]): string {
  return JSON.stringify(
    items.map(({ item, count, price, usd }): WrittenItem => [item, count, price, usd]),
  );
}

function fromText(text: string): readonly ChargeItem[] {
  // As `toText` wrote it.
  const written = JSON.parse(text) as readonly WrittenItem[];
  return written.map(([item, count, price, usd]) => ({ item, count, price, usd }));
}
