import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';
import { setOf } from '../../http/set-of.ts';

/** A schema as Gemini reads it, and the keywords that were left out, each once. */
interface FittedSchema {
  readonly schema: JsonObject;
  readonly dropped: readonly string[];
}

/** Keywords whose value is not a schema. */
const PLAIN = setOf(
  '$id $ref $anchor type format title description minItems maxItems minimum maximum required propertyOrdering',
);
/** Keywords that change nothing about what is valid. */
const ANNOTATIONS = setOf(
  '$schema $comment $vocabulary default example examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema externalDocs xml discriminator',
);

/**
 * Returns a JSON Schema in the part of the language that Gemini reads: `const` is an `enum`,
 * `nullable` a type, `allOf` its members together, `definitions` are `$defs`, nothing stands beside
 * `$ref`, and a list says what its items are. Source: `responseJsonSchema` in the types of @google/genai, 2026-11.
 */
export function toGeminiSchema(schema: JsonObject): FittedSchema {
  const fitting = new Fitting();
  const fitted = fitting.object(schema);
  return { schema: fitted, dropped: [...fitting.dropped] };
}

class Fitting {
  readonly dropped = new Set<string>();

  object(given: JsonObject): JsonObject {
    const { $ref: reference } = given;
    if (typeof reference === 'string') return this.#reference(reference, given);
    const fitted: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(merged(given, this.dropped))) {
      if (name === 'definitions') fitted['$defs'] = this.#named(value);
      else if (name === 'properties' || name === '$defs') fitted[name] = this.#named(value);
      else if (name === 'items' || name === 'additionalProperties') {
        fitted[Array.isArray(value) ? 'prefixItems' : name] = this.#any(value);
      } else if (name === 'prefixItems' || name === 'anyOf' || name === 'oneOf') {
        fitted[name === 'oneOf' ? 'anyOf' : name] = this.#any(value);
      } else if (name === 'const') Object.assign(fitted, this.#choices([value], given));
      else if (name === 'enum') Object.assign(fitted, this.#choices(listIn(value), given));
      else if (PLAIN.has(name)) fitted[name] ??= value;
      else if (!ANNOTATIONS.has(name) && name !== 'nullable') this.dropped.add(name);
    }
    if (given['nullable'] === true) fitted['type'] = orNull(fitted['type']);
    // Without it the request is refused: "items: missing field".
    const isList = listIn(fitted['type']).includes('array');
    if (isList && fitted['prefixItems'] === undefined) fitted['items'] ??= {};
    return fitted;
  }

  /** Definitions stay: they are elsewhere, but may be of the root. */
  #reference(reference: string, { $defs, definitions = $defs }: JsonObject): JsonObject {
    const $ref = reference.replace(/^#\/definitions\//, '#/$defs/');
    return isJsonObject(definitions) ? { $ref, $defs: this.#named(definitions) } : { $ref };
  }

  #named(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.#any(inner)] as const),
    );
  }

  /** A schema, a list of them, or a boolean in place of one. */
  #any(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.#any(inner));
    return isJsonObject(value) ? this.object(value) : value;
  }

  /** A choice has to be of texts or of numbers; null is a type. */
  #choices(values: readonly unknown[], { type }: JsonObject): JsonObject {
    const others = values.filter((value) => value !== null);
    const kinds = new Set(others.map((value) => typeof value));
    const [kind = 'null'] = kinds;
    const known = type ?? kind;
    const named = others.length < values.length ? orNull(known) : known;
    if (kinds.size === 1 && (kind === 'string' || kind === 'number')) {
      return { enum: others, type: named };
    }
    if (others.length > 0) this.dropped.add('enum');
    return kinds.size === 1 || others.length === 0 ? { type: named } : {};
  }
}

/** Puts the members of `allOf` into the schema itself, which keeps its own. */
function merged(schema: JsonObject, dropped: Set<string>): JsonObject {
  const { allOf, ...own } = schema;
  if (allOf === undefined) return own;
  const parts = listIn(allOf).filter(isJsonObject);
  // What a reference demands cannot stand beside anything else.
  if (parts.some(({ $ref }) => $ref !== undefined) && Object.keys(own).length > 0) {
    dropped.add('allOf');
    return own;
  }
  const all = [...parts.map((part) => merged(part, dropped)), own];
  const properties = all.flatMap(({ properties: some }) =>
    isJsonObject(some) ? Object.entries(some) : [],
  );
  const required = [...new Set(all.flatMap((part) => listIn(part['required'])))];
  return {
    ...Object.fromEntries(all.flatMap((part) => Object.entries(part))),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

function orNull(type: unknown): unknown {
  const types = listIn(type);
  if (types.includes('null') || types.length === 0) return type;
  return [...types, 'null'];
}

function listIn(value: unknown): readonly unknown[] {
  return [value ?? []].flat();
}
