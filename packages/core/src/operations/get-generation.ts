import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { amountToNumber } from '../money/decimal.ts';
import type { Generation } from '../ports/generation-store.ts';
import { described } from '../resources/described.ts';
import { GenerationSchema, NOT_KEPT } from '../resources/generation.ts';
import { accountOf } from '../accounts/account-of.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /generation. Source: contract §15.2. */
export const getGeneration = defineOperation({
  id: 'getGeneration',
  method: 'GET',
  path: '/generation',
  tag: 'accounting',
  summary: 'Show what a generation was and cost',
  description:
    'A generation of any key of the account, once its answer is over. Nothing of what went in and ' +
    'came out is kept. 404 also where the host keeps no generations.',
  permission: 'any',
  query: v.object({
    id: described(
      v.pipe(v.string(), v.minLength(1)),
      'From the header `x-generation-id` of the answer.',
    ),
  }),
  response: v.object({ data: GenerationSchema }),
  errors: ['notFound'],

  async handle({ query, caller }, { stores }: GatewayContext) {
    const found = await stores.generations?.find(accountOf(signedIn(caller)), query.id);
    if (found === undefined) throw new GatewayError('notFound');
    return jsonResponse({ data: toWire(found) });
  },
});

function toWire(generation: Generation): v.InferOutput<typeof GenerationSchema> {
  const { promptTokens, completionTokens, costUsd } = generation;
  const cost = amountToNumber(costUsd);
  return {
    id: generation.id,
    session_id: generation.sessionId,
    api_type: apiTypeOf(generation.operation),
    created_at: new Date(generation.createdAt).toISOString(),
    model: generation.model,
    provider_name: generation.provider?.name ?? null,
    workspace_id: generation.workspaceId,
    streamed: generation.isStream,
    cancelled: generation.isCancelled,
    finish_reason: generation.finishReason,
    generation_time: generation.ms,
    latency: generation.firstOutputMs,
    tokens_prompt: promptTokens,
    tokens_completion: completionTokens,
    native_tokens_prompt: promptTokens,
    native_tokens_completion: completionTokens,
    native_tokens_reasoning: generation.reasoningTokens,
    native_tokens_cached: generation.cachedTokens,
    total_cost: cost,
    usage: cost,
    ...NOT_KEPT,
  };
}

/** Operations whose generations are no completions. */
const API_TYPES = new Map([
  ['createImage', 'image'],
  ['createEmbeddings', 'embeddings'],
  ['createRerank', 'rerank'],
] as const);

function apiTypeOf(operation: string) {
  const types: ReadonlyMap<string, 'image' | 'embeddings' | 'rerank'> = API_TYPES;
  return types.get(operation) ?? 'completions';
}
