import { ProviderFailure } from '@model-gateway/core';
import type { Block } from '@model-gateway/core/chat';
import { isJsonObject, parseExactly, type JsonObject } from '@model-gateway/core/kit';

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
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  const sentence = `the call of ${name} must have a JSON object as its arguments`;
  throw new ProviderFailure('parameter', sentence);
}
