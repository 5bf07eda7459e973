import * as v from 'valibot';
import { isJsonObject } from '../json-value.ts';
import { oncePerObject } from '../once-per-object.ts';
import { chosenShape } from './chosen-shape.ts';
import { isWrapping, unwrap } from './describe-schema.ts';
import { isLongText } from './long-text-schema.ts';
import { shapeOf, type Shape } from './schema-shape.ts';

/** Judges a value. */
type Fits = (value: unknown) => boolean;

/**
 * Returns whether a value fits a schema and is what the schema would make of it, so that nothing is
 * left to find or to copy. A value of which only the schema can tell does not. It takes a third of the
 * time of a search for problems, most of all because a member that is left out costs nothing.
 */
export function fitsAsItIs(schema: v.GenericSchema): Fits {
  return fitsOf(shapeOf(schema));
}

const fitsOf = oncePerObject((shape: Shape): Fits => {
  const inner = passesOn(shape.schema) ? fitsInside(shape) : undefined;
  if (inner === undefined) return never;
  return shape.nullable ? (value) => value === null || inner(value) : inner;
});

function never(): boolean {
  return false;
}

/** Undefined for what the schema makes something else of. */
function fitsInside(shape: Shape): Fits | undefined {
  switch (shape.kind) {
    case 'anything':
      return (value) => value !== undefined;
    case 'leaf':
      return leafFits(shape.schema);
    case 'list': {
      const { least, most } = shape;
      const rules = rulesIn(unwrap(shape.schema));
      // Of two of a name the shape has one.
      if (new Set(rules.map(({ type }) => type)).size < rules.length) return undefined;
      const fits = fitsOf(shape.items);
      return (value) =>
        Array.isArray(value) && value.length >= least && value.length <= most && value.every(fits);
    }
    case 'choice': {
      const options = shape.options.map(fitsOf);
      // An earlier one that fits, too, would make something else of it.
      if (options.includes(never)) return undefined;
      if (shape.options.some(isLeafOfParts)) return undefined;
      const leaves = shape.options.filter(({ kind }) => kind === 'leaf');
      return (value) => {
        if (value === null || typeof value !== 'object') return fitsFirst(value, leaves);
        const chosen = chosenShape(shape, value);
        return chosen !== undefined && fitsOf(chosen)(value);
      };
    }
    case 'record': {
      if (!hasAnyNames(unwrap(shape.schema))) return undefined;
      const fits = fitsOf(shape.values);
      return (value) => isPlain(value) && Object.keys(value).every((name) => fits(value[name]));
    }
    case 'object':
      return unwrap(shape.schema).type === 'loose_object' ? objectFits(shape) : undefined;
  }
}

/** Whether a scalar is what the first leaf that takes it would make of it. */
function fitsFirst(value: unknown, leaves: readonly Shape[]): boolean {
  for (const leaf of leaves) {
    if (fitsOf(leaf)(value)) return true;
    if (v.is(leaf.schema, value)) return false;
  }
  return false;
}

/** Whether only the schema can tell which objects and lists are its values. */
function isLeafOfParts({ kind, schema }: Shape): boolean {
  return kind === 'leaf' && !SCALARS.has(unwrap(schema).type);
}

const SCALARS: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'literal',
  'picklist',
]);

function objectFits({ members }: Shape & { readonly kind: 'object' }): Fits {
  const fits = new Map([...members].map(([name, member]) => [name, fitsOf(member)]));
  for (const name of LEFT_OUT) fits.set(name, never);
  const required = new Set(
    [...members].flatMap(([name, { schema }]) => (mayBeLeftOut(schema) ? [] : [name])),
  );
  return (value) => {
    if (!isOfJson(value)) return false;
    let missing = required.size;
    for (const name of Object.keys(value)) {
      if (fits.get(name)?.(value[name]) === false) return false;
      if (required.has(name)) missing--;
    }
    return missing === 0;
  };
}

/** Most leaves are of these kinds, and what they say is quickly asked. */
function leafFits(schema: v.GenericSchema): Fits {
  const inner = unwrap(schema);
  if (rulesIn(inner).length === 0) {
    if (inner.type === 'string' && !isLongText(inner)) return (value) => typeof value === 'string';
    if (inner.type === 'boolean') return (value) => typeof value === 'boolean';
  }
  return (value) => {
    const { issues, output } = v.safeParse(inner, value);
    return issues === undefined && output === value;
  };
}

/** Whether a schema leaves a value as it is, as far as its wrappings and rules for a whole go. */
function passesOn(schema: v.GenericSchema): boolean {
  let inner = schema;
  while (isWrapping(inner)) {
    if (!WRAPPINGS.has(inner.type) || hasDefault(inner) || rulesIn(inner).length > 0) return false;
    inner = inner.wrapped;
  }
  const { kind } = shapeOf(schema);
  return (
    kind === 'leaf' || rulesIn(inner).every(({ type }) => kind === 'list' && LENGTHS.has(type))
  );
}

/** Those that only add null, or nothing, to what they wrap; others take it away again. */
const WRAPPINGS: ReadonlySet<string> = new Set([
  'optional',
  'exact_optional',
  'nullable',
  'nullish',
]);
/** Of those the ones whose member may be left out, where they are outermost. */
const OPTIONAL: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'nullish']);

/** Whether an object without the member is what its schema would make of it. */
function mayBeLeftOut(schema: v.GenericSchema): boolean {
  return OPTIONAL.has(schema.type) && !hasDefault(schema);
}

function hasDefault(schema: v.GenericSchema): boolean {
  return (
    ('default' in schema && schema.default !== undefined) ||
    ('fallback' in schema && schema.fallback !== undefined)
  );
}

/** Whether the members of a record may have any name, and keep it. */
function hasAnyNames(record: v.GenericSchema): boolean {
  // Every valibot schema of a record has the schema of its names.
  const { key } = record as v.GenericSchema & { readonly key: v.GenericSchema };
  return key.type === 'string' && rulesIn(key).length === 0;
}

/** The rules that the shape of a list has in its own words. */
const LENGTHS: ReadonlySet<string> = new Set(['min_length', 'max_length']);

interface Rule {
  readonly kind: string;
  readonly type: string;
}

/** Descriptions are no rules; a schema of rules that is inside, or that follows, is one. */
function rulesIn(schema: v.GenericSchema): readonly Rule[] {
  // Every schema made by v.pipe has `pipe`, whose items all have a kind and a type.
  const { pipe = [] } = schema as { readonly pipe?: readonly Rule[] };
  return pipe.filter((item, at) => item.kind !== 'metadata' && (at > 0 || 'pipe' in item));
}

/** Names that schemas leave out of what they make. */
const LEFT_OUT = ['__proto__', 'constructor', 'prototype'];

/** An object as JSON has it, without those names. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isOfJson(value)) return false;
  for (const name of LEFT_OUT) if (Object.hasOwn(value, name)) return false;
  return true;
}

/** An object as JSON has it. */
function isOfJson(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
