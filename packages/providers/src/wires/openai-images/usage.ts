import type { ImageEvent } from '@model-gateway/core';
import { countOf, fieldsOf } from '../../http/fields.ts';

export type UsageEvent = Extract<ImageEvent, { type: 'usage' }>;

/**
 * Reads the usage of a generation, by modality where the upstream counts it so; undefined if it
 * reports no usage. Source: contract §8.7.
 */
export function readUsage(usage: unknown): UsageEvent | undefined {
  const fields = fieldsOf(usage);
  const promptTokens = countOf(fields['prompt_tokens'] ?? fields['input_tokens']);
  const completionTokens = countOf(fields['completion_tokens'] ?? fields['output_tokens']);
  const costUsd = costOf(fields['cost']);
  const promptImageTokens = countOf(fieldsOf(fields['input_tokens_details'])['image_tokens']);
  const completionTextTokens = countOf(fieldsOf(fields['output_tokens_details'])['text_tokens']);
  if (promptTokens === undefined && completionTokens === undefined && costUsd === undefined) {
    return undefined;
  }
  return {
    type: 'usage',
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
    ...(promptImageTokens === undefined ? {} : { promptImageTokens }),
    ...(completionTextTokens === undefined ? {} : { completionTextTokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

/**
 * Reads a cost that a JSON number holds exactly: a double keeps 15 digits of any decimal. Undefined
 * for 0, which gateways without prices report, so that our price list applies.
 */
function costOf(cost: unknown): string | undefined {
  if (typeof cost !== 'number' || !Number.isFinite(cost) || cost <= 0) return undefined;
  return Number(cost.toPrecision(15)) === cost ? String(cost) : undefined;
}
