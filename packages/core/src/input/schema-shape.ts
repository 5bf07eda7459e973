import type * as v from 'valibot';
import { oncePerObject } from '../once-per-object.ts';
import {
  allowsNull,
  isArray,
  isLiteral,
  isOptional,
  isPicklist,
  isUnion,
  rulesOf,
  unwrap,
} from './describe-schema.ts';

/** Keys that lead to a member: names, and positions in lists. */
export type Path = readonly (string | number)[];

/** The structure of a schema's values, as far as they are checked member by member. */
export type Shape = {
  /** Including the `optional` and `nullable` around it. */
  readonly schema: v.GenericSchema;
  readonly nullable: boolean;
  readonly optional: boolean;
} & (
  | {
      readonly kind: 'list';
      readonly items: Shape;
      /** The most items allowed; longer lists are not inspected. */
      readonly least: number;
      readonly most: number;
    }
  | {
      readonly kind: 'object';
      readonly members: ReadonlyMap<string, Shape>;
      /** The words of those required members that are one of a few, such as `type`. */
      readonly words: readonly (readonly [name: string, words: readonly string[]])[];
      /** The one word of those members that may be left out, and otherwise say which object it is. */
      readonly optionalWords: readonly (readonly [name: string, word: string])[];
      /** Whether other members are refused. */
      readonly isClosed: boolean;
    }
  /** An object whose members have any name. */
  | { readonly kind: 'record'; readonly values: Shape }
  /** Alternatives, of which a value's kind and words such as `type` choose one. */
  | { readonly kind: 'choice'; readonly options: readonly Shape[] }
  /** Any JSON, all of which is read. */
  | { readonly kind: 'anything' }
  /** Values that only the schema itself can judge: text, numbers, words, alternatives. */
  | { readonly kind: 'leaf' }
);

/**
 * Returns the shape of a schema, computed once: not again for each value or each gateway. Ask for it
 * with the value, since a program has many schemas and meets values of a few.
 */
export const shapeOf = oncePerObject(takeApart);

function takeApart(schema: v.GenericSchema): Shape {
  const inner = unwrap(schema);
  const common = { schema, nullable: allowsNull(schema), optional: isOptional(schema) };
  if (isArray(inner)) {
    const rules = rulesOf(inner);
    const { min_length: least = 0, max_length: most = Infinity } = Object.fromEntries(rules);
    return {
      ...common,
      kind: 'list',
      items: shapeOf(inner.item),
      least: Number(least),
      most: Number(most),
    };
  }
  if (inner.type === 'record' && 'value' in inner) {
    // Every valibot schema of a record has the schema of its values.
    return { ...common, kind: 'record', values: shapeOf(inner.value as v.GenericSchema) };
  }
  if (isUnion(inner) && inner.options.some(hasParts)) {
    return { ...common, kind: 'choice', options: inner.options.map(shapeOf) };
  }
  if (inner.type === 'unknown' || inner.type === 'any') return { ...common, kind: 'anything' };
  if (!('entries' in inner) || !OBJECTS.has(inner.type)) return { ...common, kind: 'leaf' };
  // Every valibot schema with `entries` is an object schema, whose entries are schemas.
  const entries = Object.entries(inner.entries as Readonly<Record<string, v.GenericSchema>>);
  const members = new Map(entries.map(([name, member]) => [name, shapeOf(member)]));
  const words = [...members].flatMap(([name, member]) => {
    const fixed = member.optional ? undefined : fixedWords(member);
    return fixed === undefined ? [] : [[name, fixed] as const];
  });
  const optionalWords = [...members].flatMap(([name, { optional, schema: member }]) => {
    const word = unwrap(member);
    return optional && isLiteral(word) ? [[name, String(word.literal)] as const] : [];
  });
  const isClosed = inner.type === 'strict_object';
  return { ...common, kind: 'object', members, words, optionalWords, isClosed };
}

/** Returns the words of which a value must be one; undefined where it may be another. */
export function fixedWords(shape: Shape | undefined): readonly string[] | undefined {
  if (shape?.kind !== 'leaf') return undefined;
  const inner = unwrap(shape.schema);
  if (isPicklist(inner)) return inner.options;
  return isLiteral(inner) ? [String(inner.literal)] : undefined;
}

/** Whether values of a schema are looked at part by part. */
function hasParts(schema: v.GenericSchema): boolean {
  const { kind } = shapeOf(schema);
  return kind !== 'leaf' && kind !== 'anything';
}

const OBJECTS = new Set(['object', 'strict_object', 'loose_object', 'object_with_rest']);
