import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';
import { Unfillable } from './unfillable.ts';
import { notedLimits } from './noted-limits.ts';
import { sampleNumber } from './sample-number.ts';
import type { SampleOptions } from './sample-options.ts';
import { sampleText } from './sample-text.ts';

/**
 * Returns a value that fits a JSON Schema: all properties, the first of several choices that can be
 * met, lists of one item, numbers at their minimum or 1, texts by format, pattern or name. The same
 * schema has the same sample. Throws `Unfillable` with the reason for a schema that no value, or none
 * that is found here, fits: `not`, `if` and look-around in patterns are not looked at.
 */
export function sampleOf(schema: unknown, options: SampleOptions): unknown {
  return new Sampler(schema, options).at(schema, []);
}

/** A schema that refers to itself is followed this often on the way to one value. */
const DEEPEST = 4;
const MOST_ITEMS = 100;
/** Without a limit, lists of lists and choices of choices would take all memory or time. */
const MOST_VALUES = 20_000;

class Sampler {
  readonly #root: unknown;
  readonly #options: SampleOptions;
  /** How often each reference is being followed. */
  readonly #followed = new Map<string, number>();
  #tried = 0;

  constructor(root: unknown, options: SampleOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** `path` is the place in the value: names of members and positions of items. */
  at(given: unknown, path: readonly string[]): unknown {
    if (++this.#tried > MOST_VALUES) throw new Unfillable(path, `more than ${MOST_VALUES} values`);
    if (given === true || given === undefined) return nameOf(path);
    if (!isJsonObject(given)) throw new Unfillable(path, 'no value is allowed');
    const { description: _, ...whole } = { ...notedLimits(given['description']), ...given };
    for (const name of ['const', 'default'] as const) if (name in whole) return whole[name];
    const { $ref: reference, enum: choices, examples, allOf, anyOf, oneOf, ...schema } = whole;
    const [choice] = [choices ?? examples ?? []].flat();
    if (choice !== undefined) return varied([choices ?? examples ?? []].flat(), path) ?? choice;
    if (typeof reference === 'string') return this.#following(reference, schema, path);
    if (Array.isArray(allOf))
      return this.at(allOf.reduce(joined, { ...schema, anyOf, oneOf }), path);
    const branches = anyOf ?? oneOf;
    if (Array.isArray(branches)) return this.#firstOf(branches, schema, path);
    return this.#typed(schema, path);
  }

  #following(reference: string, beside: JsonObject, path: readonly string[]): unknown {
    const depth = this.#followed.get(reference) ?? 0;
    if (depth === DEEPEST) throw new Unfillable(path, `${reference} refers to itself without end`);
    this.#followed.set(reference, depth + 1);
    try {
      return this.at(joined(targetOf(reference, this.#root), beside), path);
    } finally {
      this.#followed.set(reference, depth);
    }
  }

  #firstOf(branches: readonly unknown[], beside: JsonObject, path: readonly string[]): unknown {
    let failure: Unfillable | undefined;
    for (const branch of branches) {
      try {
        return this.at(joined(branch, beside), path);
      } catch (error) {
        if (!(error instanceof Unfillable)) throw error;
        failure ??= error;
      }
    }
    throw failure ?? new Unfillable(path, 'there is nothing to choose from');
  }

  #typed(schema: JsonObject, path: readonly string[]): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, path);
      case 'array':
        return this.#list(schema, path);
      case 'integer':
      case 'number':
        return sampleNumber(schema, path);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return sampleText(schema, { path, name: nameOf(path), ...this.#options });
    }
  }

  #object(schema: JsonObject, path: readonly string[]): JsonObject {
    const { properties, required, additionalProperties: others } = schema;
    const known = isJsonObject(properties) ? properties : {};
    const needed = Array.isArray(required) ? required.map(String) : [];
    const made: Record<string, unknown> = {};
    for (const name of new Set([...Object.keys(known), ...needed])) {
      const member = Object.hasOwn(known, name) ? known[name] : (others ?? true);
      try {
        put(made, name, this.at(member, [...path, name]));
      } catch (error) {
        // What cannot be filled is left out, where it may be.
        if (needed.includes(name) || !(error instanceof Unfillable)) throw error;
      }
    }
    const least = Math.min(countIn(schema, 'minProperties'), MOST_ITEMS);
    for (let n = 1; Object.keys(made).length < least; n++) {
      put(made, `extra${n}`, this.at(others ?? true, [...path, `extra${n}`]));
    }
    return made;
  }

  #list(schema: JsonObject, path: readonly string[]): readonly unknown[] {
    const { prefixItems, items, contains } = schema;
    const first = Array.isArray(prefixItems) ? prefixItems : [];
    const least = countIn(schema, 'minItems');
    const most = countIn(schema, 'maxItems', MOST_ITEMS);
    const wanted = Math.min(Math.max(least, first.length, 1), most, MOST_ITEMS);
    const made: unknown[] = [];
    for (let position = 0; position < wanted; position++) {
      const rest = position === first.length && contains !== undefined ? contains : items;
      try {
        made.push(this.at(first[position] ?? rest, [...path, String(position)]));
      } catch (error) {
        if (made.length < least || !(error instanceof Unfillable)) throw error;
        break;
      }
    }
    return made;
  }
}

function put(target: Record<string, unknown>, name: string, value: unknown): void {
  // An assignment to `__proto__` would set no member.
  const member = { value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(target, name, member);
}

/** Items of a list differ as far as there are choices, because they may have to be unique. */
function varied(choices: readonly unknown[], path: readonly string[]): unknown {
  const position = Number(path.at(-1));
  return Number.isInteger(position) ? choices[position % choices.length] : choices[0];
}

/** The name of the nearest member, with the position behind it for an item of a list. */
function nameOf(path: readonly string[]): string {
  const name = path.findLast((step) => !/^\d+$/.test(step)) ?? 'sample';
  const last = path.at(-1) ?? '';
  return /^[1-9]\d*$/.test(last) ? `${name}${last}` : name;
}

const BY_KEYWORD = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'contains']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
] as const;

/** Of several types the first that is not null; without one, what the keywords are about. */
function typeOf(schema: JsonObject): unknown {
  const types = [schema['type'] ?? []].flat();
  if (types.length > 0) return types.find((type) => type !== 'null') ?? 'null';
  return BY_KEYWORD.find(([, words]) => words.some((word) => word in schema))?.[0] ?? 'string';
}

/** A schema that asks for what both ask for, as far as it can be put together. */
function joined(one: unknown, other: unknown): JsonObject | false {
  if (one === false || other === false) return false;
  const [a, b] = [isJsonObject(one) ? one : {}, isJsonObject(other) ? other : {}];
  const both: Record<string, unknown> = { ...a };
  for (const [name, value] of Object.entries(b)) {
    if (value !== undefined) both[name] = name in a ? joinedMember(name, a[name], value) : value;
  }
  return both;
}

function joinedMember(name: string, one: unknown, other: unknown): unknown {
  if (name === 'properties' && isJsonObject(one) && isJsonObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return Object.fromEntries(
      names.map((each) => [each, joined(one[each] ?? true, other[each] ?? true)]),
    );
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const [first, second]: readonly (readonly unknown[])[] = [one, other];
    if (name === 'required') return [...new Set([...(first ?? []), ...(second ?? [])])];
    if (name === 'enum' || name === 'type') return first?.filter((each) => second?.includes(each));
  }
  if (typeof one === 'number' && typeof other === 'number') {
    return /^(?:max|exclusiveMax)/.test(name) ? Math.min(one, other) : Math.max(one, other);
  }
  return other;
}

/** Follows `#/$defs/name`. */
function targetOf(reference: string, root: unknown): unknown {
  let target = root;
  for (const step of reference.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = typeof target === 'object' && target !== null && Object.hasOwn(target, name);
    // The line above says that it has the member.
    target = isThere ? (target as JsonObject)[name] : false;
  }
  return target;
}

function countIn(schema: JsonObject, name: string, otherwise = 0): number {
  const value = schema[name];
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
