import type { ImageEvent } from '@model-gateway/core';
import { countOf, fieldsOf } from '../../http/fields.ts';
import { exactCost } from '../../http/money.ts';

export type UsageEvent = Extract<ImageEvent, { type: 'usage' }>;

/**
 * Reads the usage of a generation, by modality where the upstream counts it so; undefined if it
 * reports no usage. Source: contract §8.7.
 */
export function readUsage(usage: unknown): UsageEvent | undefined {
  const fields = fieldsOf(usage);
  const promptTokens = countOf(fields['prompt_tokens'] ?? fields['input_tokens']);
  const completionTokens = countOf(fields['completion_tokens'] ?? fields['output_tokens']);
  const costUsd = exactCost(fields['cost']);
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
