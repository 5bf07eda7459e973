import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';

/** Returns a schema that means the same and has no `type` beside `anyOf`: it is said of each choice. */
export function typeWithinAnyOf(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  const { anyOf } = rest;
  const isBoth = Array.isArray(anyOf) && type !== undefined;
  const said = isBoth
    ? {
        ...rest,
        anyOf: anyOf.map((choice: unknown) =>
          isJsonObject(choice) ? { type, ...choice } : choice,
        ),
      }
    : schema;
  // Names of properties may be words of schemas, too, but what they hold are schemas again.
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, VALUES.has(name) ? value : within(value)]),
  );
}

/** Keywords that hold values rather than schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'required']);

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return isJsonObject(value) ? typeWithinAnyOf(value) : value;
}
