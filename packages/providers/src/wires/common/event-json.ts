import { ProviderFailure } from '@model-gateway/core';
import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';
import type { TextEvent } from '../../http/event-texts.ts';

/** Returns what a text is in JSON; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the object that an event, or a whole answer, is in JSON. Throws `malformed` for none. */
export function objectIn(text: string): JsonObject {
  const value = jsonIn(text);
  if (isJsonObject(value)) return value;
  throw new ProviderFailure('malformed', 'it answered with something else than a JSON object');
}

/** Whether the end of a stream, which ends its last event as well, did not cut it off. */
export function isUncut({ name, data }: TextEvent): boolean {
  const text = data.trim();
  return name === 'error' || text === '[DONE]' || jsonIn(text) !== undefined;
}
