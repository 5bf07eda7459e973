import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';
import type { Warn } from '../../chat/chat-call.ts';
import { setOf } from '../../http/set-of.ts';

/** Keywords that Anthropic takes in a schema that an answer has to fit. */
const TAKEN = setOf(
  '$ref $defs definitions $schema $id title description default const enum type anyOf allOf properties required items',
);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'allOf']);
const MAPS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'properties']);
const FORMATS = setOf('date-time time date duration email hostname uri ipv4 ipv6 uuid');

/**
 * Returns a schema as Anthropic can hold an answer to it: objects are closed, `oneOf` is `anyOf`,
 * and what it does not know moves into the description, which the model reads. `place` is what
 * warnings call the schema.
 */
export function closedSchema(schema: JsonObject, place: string, warn: Warn): JsonObject {
  const told = new Set<string>();
  const ignore = (keyword: string) => {
    if (!told.has(keyword)) warn(`${place}.${keyword}`, 'ignored');
    told.add(keyword);
  };
  const close = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    const closed: Record<string, unknown> = {};
    const unknown: Record<string, unknown> = {};
    for (const [keyword, given] of Object.entries(value)) {
      const name = keyword === 'oneOf' ? 'anyOf' : keyword;
      if (isTaken(name, given)) closed[name] = within(name, given);
      else if (keyword !== 'additionalProperties') unknown[keyword] = given;
      else if (given !== false) ignore(keyword);
    }
    for (const keyword of Object.keys(unknown)) ignore(keyword);
    if (Object.keys(unknown).length > 0) {
      const described = typeof value['description'] === 'string' ? `${value['description']}\n` : '';
      closed['description'] = described + JSON.stringify(unknown);
    }
    const isObject = [value['type']].flat().includes('object') || 'properties' in value;
    return isObject ? { ...closed, additionalProperties: false } : closed;
  };
  const within = (keyword: string, value: unknown): unknown => {
    if (MAPS.has(keyword) && isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, close(one)]));
    }
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map(close);
    return keyword === 'items' ? close(value) : value;
  };
  // An object stays one.
  return close(schema) as JsonObject;
}

function isTaken(keyword: string, value: unknown): boolean {
  if (keyword === 'format') return FORMATS.has(String(value));
  return TAKEN.has(keyword);
}
