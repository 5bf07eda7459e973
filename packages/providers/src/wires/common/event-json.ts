import { ProviderFailure } from '@model-gateway/core';
import { isJsonObject, jsonIn, type JsonObject } from '@model-gateway/core/kit';
import type { TextEvent } from '../../http/event-texts.ts';

/**
 * Returns the object that an event, or a whole answer, is in JSON. `parse` is `parseExactly` where
 * the input of a call may be in it. Throws `malformed` for none.
 */
export function objectIn(text: string, parse?: (text: string) => unknown): JsonObject {
  const value = jsonIn(text, parse);
  if (isJsonObject(value)) return value;
  throw new ProviderFailure('malformed', 'it answered with something else than a JSON object');
}

/** Whether the end of a stream, which ends its last event as well, did not cut it off. */
export function isUncut({ name, data }: TextEvent): boolean {
  const text = data.trim();
  return name === 'error' || text === '[DONE]' || jsonIn(text) !== undefined;
}
