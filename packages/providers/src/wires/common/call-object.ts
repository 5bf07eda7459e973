import { ProviderFailure } from '@model-gateway/core';
import type { Block } from '@model-gateway/core/chat';
import {
  isJsonObject,
  isTooDeep,
  MOST_INPUT_LEVELS,
  parseExactly,
  type JsonObject,
} from '@model-gateway/core/kit';

/**
 * Returns the input of a call as the object that a wire wants, its numbers with all their digits.
 * Throws `parameter` for anything else.
 */
export function inputObject({
  name,
  input,
}: Pick<Block & { readonly type: 'call' }, 'name' | 'input'>): JsonObject {
  if (input.trim() === '') return {};
  try {
    const value = parseExactly(input);
    if (isJsonObject(value) && !isTooDeep(input, value)) return value;
  } catch {
    // Said below.
  }
  const most = `a JSON object of at most ${MOST_INPUT_LEVELS} levels`;
  const sentence = `the call of ${name} must have ${most} as its arguments`;
  throw new ProviderFailure('parameter', sentence);
}
