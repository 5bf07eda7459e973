import type * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { describeSchema, isArray, unwrap } from './describe-schema.ts';

/**
 * Every list where a schema has an object. valibot takes a list for an object whose names are
 * positions, so it would let `[]` pass wherever no member is required.
 */
export function misplacedLists(value: unknown, schema: v.GenericSchema, path = ''): RequestIssue[] {
  const inner = unwrap(schema);
  if (isArray(inner)) {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, i) => misplacedLists(item, inner.item, `${path}[${i}]`));
  }
  if (!isObjectSchema(inner) || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const place = path || 'body';
    return [{ path: place, message: `${place} must be ${describeSchema(inner)}, got a list` }];
  }
  const members = new Map(Object.entries(value));
  return Object.entries(inner.entries ?? {}).flatMap(([name, member]) =>
    misplacedLists(members.get(name), member, path === '' ? name : `${path}.${name}`),
  );
}

/** Records have no `entries`. */
type ObjectSchema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
};

function isObjectSchema(schema: v.GenericSchema): schema is ObjectSchema {
  return ['object', 'loose_object', 'strict_object', 'object_with_rest', 'record'].includes(
    schema.type,
  );
}
