import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';

/** Deeper schemas, such as those that refer to themselves, end in null. */
const DEEPEST = 20;

/**
 * Returns the smallest value that fits a JSON Schema: required members only, the first of several
 * choices, numbers and lists at their lower limit. It does not look at patterns and formats.
 */
export function fillSchema(schema: unknown, root = schema, depth = 0): unknown {
  if (!isJsonObject(schema) || depth > DEEPEST) return null;
  const go = (inner: unknown) => fillSchema(inner, root, depth + 1);
  if ('const' in schema) return schema['const'];
  const choices = schema['enum'] ?? schema['examples'];
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  if (typeof schema['$ref'] === 'string') return go(targetOf(schema['$ref'], root));
  const [first] = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat();
  if (first !== undefined) return go(first);
  const [type = 'properties' in schema ? 'object' : 'null'] = [schema['type'] ?? []].flat();
  switch (type) {
    case 'object':
      return filledObject(schema, go);
    case 'array':
      return Array.from({ length: countIn(schema, 'minItems') }, () => go(schema['items']));
    case 'string':
      return 'demo'
        .padEnd(countIn(schema, 'minLength'), '.')
        .slice(0, countIn(schema, 'maxLength', 1000));
    case 'integer':
    case 'number':
      return countIn(schema, 'minimum');
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function filledObject(schema: JsonObject, go: (inner: unknown) => unknown): JsonObject {
  const required = [schema['required'] ?? []].flat().map(String);
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    required.map((name) => [name, go(properties[name] ?? { type: 'string' })]),
  );
}

function countIn(schema: JsonObject, name: string, otherwise = 0): number {
  const value = schema[name];
  return typeof value === 'number' && Math.abs(value) <= 1000 ? value : otherwise;
}

/** Follows `#/$defs/name`. */
function targetOf(reference: string, root: unknown): unknown {
  let target = root;
  for (const step of reference.split('/').slice(1)) {
    if (!isJsonObject(target) || !Object.hasOwn(target, step)) return undefined;
    target = target[step];
  }
  return target;
}
