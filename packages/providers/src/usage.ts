import type { ImageEvent } from '@model-gateway/core';
import { countOf, fieldsOf } from './fields.ts';

export type UsageEvent = Extract<ImageEvent, { type: 'usage' }>;

/** What a generation took, or undefined when the upstream does not say. Source: contract §8.7. */
export function readUsage(usage: unknown): UsageEvent | undefined {
  const fields = fieldsOf(usage);
  const promptTokens = countOf(fields['prompt_tokens'] ?? fields['input_tokens']);
  const completionTokens = countOf(fields['completion_tokens'] ?? fields['output_tokens']);
  const costUsd = costOf(fields['cost']);
  if (promptTokens === undefined && completionTokens === undefined && costUsd === undefined) {
    return undefined;
  }
  return {
    type: 'usage',
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

/**
 * The cost as it was meant, where a JSON number says it exactly: a double keeps 15 digits of any
 * decimal. Nothing for 0, which gateways without prices of their own report, so that ours count.
 */
function costOf(cost: unknown): string | undefined {
  if (typeof cost !== 'number' || !Number.isFinite(cost) || cost <= 0) return undefined;
  return Number(cost.toPrecision(15)) === cost ? String(cost) : undefined;
}
