import type * as v from 'valibot';
import { isDecimalSchema } from './decimal-schema.ts';

/**
 * Describes what a schema allows, as the end of the sentence "limit must be …": "a whole number
 * from 1 to 1000", "one of auto, low, medium, high". Errors give all of it, so that the client can
 * fix the request at once.
 */
export function describeSchema(schema: v.GenericSchema): string {
  const inner = unwrap(schema);
  const rules = rulesOf(inner);
  if (isPicklist(inner)) {
    const [only, ...others] = inner.options;
    return others.length === 0 ? String(only) : `one of ${inner.options.join(', ')}`;
  }
  if (isDecimalSchema(inner)) return `a number${range(inner.minimum, inner.maximum)}`;
  if (isUnion(inner)) return [...new Set(inner.options.map(describeSchema))].join(' or ');
  if (isLiteral(inner)) return String(inner.literal);
  switch (inner.type) {
    case 'number':
      return (
        (rules.has('integer') ? 'a whole number' : 'a number') +
        range(limit(rules, 'min_value'), limit(rules, 'max_value'))
      );
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'tuple':
      return 'a list';
    case 'string':
      return describedPattern(inner) ?? text(rules);
    case 'array': {
      const least = limit(rules, 'min_length');
      const most = limit(rules, 'max_length');
      if (least !== undefined && most !== undefined) return `a list of ${least} to ${most}`;
      if (least !== undefined) return `a list of at least ${least}`;
      return most === undefined ? 'a list' : `a list of at most ${most}`;
    }
    default:
      return 'an object';
  }
}

/** Returns the schema inside `optional` and `nullable`. */
export function unwrap(schema: v.GenericSchema): v.GenericSchema {
  let inner = schema;
  while (isWrapping(inner)) inner = inner.wrapped;
  return inner;
}

/** Returns whether null is a value of the schema. */
export function allowsNull(schema: v.GenericSchema): boolean {
  return isWrappedIn(schema, ['nullable', 'nullish']);
}

/** Returns whether a member of this schema may be left out. */
export function isOptional(schema: v.GenericSchema): boolean {
  return isWrappedIn(schema, ['optional', 'exact_optional', 'nullish', 'undefinedable']);
}

function isWrappedIn(schema: v.GenericSchema, wrappings: readonly string[]): boolean {
  let inner = schema;
  while (isWrapping(inner)) {
    if (wrappings.includes(inner.type)) return true;
    inner = inner.wrapped;
  }
  return false;
}

/** Returns what the message of a pattern says that it allows. */
function describedPattern(schema: v.GenericSchema): string | undefined {
  const message = pipeOf(schema).find(({ type }) => type === 'regex')?.message;
  return typeof message === 'string' ? message.replace(/^(?:expected|must be) /, '') : undefined;
}

/** Returns the checks of a schema's pipe: their names and what they require. */
export function rulesOf(schema: v.GenericSchema): ReadonlyMap<string, unknown> {
  return new Map(pipeOf(schema).map(({ type, requirement }) => [type, requirement]));
}

interface Check {
  readonly type: string;
  readonly requirement?: unknown;
  readonly message?: unknown;
}

function pipeOf(schema: v.GenericSchema): readonly Check[] {
  // Every schema made by v.pipe has `pipe`; its items after the first are checks.
  return (schema as { pipe?: readonly Check[] }).pipe ?? [];
}

type ArrayLike = v.GenericSchema & { readonly item: v.GenericSchema };
type Picklist = v.GenericSchema & { readonly options: readonly string[] };
type Literal = v.GenericSchema & { readonly literal: unknown };
type Union = v.GenericSchema & { readonly options: readonly v.GenericSchema[] };
type Wrapping = v.GenericSchema & { readonly wrapped: v.GenericSchema };

export function isArray(schema: v.GenericSchema): schema is ArrayLike {
  return schema.type === 'array';
}

export function isPicklist(schema: v.GenericSchema): schema is Picklist {
  return schema.type === 'picklist';
}

export function isLiteral(schema: v.GenericSchema): schema is Literal {
  return schema.type === 'literal';
}

export function isUnion(schema: v.GenericSchema): schema is Union {
  return schema.type === 'union';
}

/** Returns whether a schema is another one that may also be null or left out. */
export function isWrapping(schema: v.GenericSchema): schema is Wrapping {
  return 'wrapped' in schema;
}

function text(rules: ReadonlyMap<string, unknown>): string {
  if (rules.has('uuid')) return 'a UUID';
  if (rules.has('iso_date')) return 'a day such as 2026-11-25';
  const least = limit(rules, 'min_length');
  const most = limit(rules, 'max_length');
  if (least !== undefined && most !== undefined) return `text of ${least} to ${characters(most)}`;
  if (least !== undefined) return `text of at least ${characters(least)}`;
  return most === undefined ? 'text' : `text of at most ${characters(most)}`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  if (maximum === undefined) return ` of at least ${minimum}`;
  return ` from ${minimum} to ${maximum}`;
}

/** The number that a check of this name requires. */
function limit(rules: ReadonlyMap<string, unknown>, name: string): number | undefined {
  const requirement = rules.get(name);
  return typeof requirement === 'number' ? requirement : undefined;
}
