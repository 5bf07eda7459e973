import type * as v from 'valibot';
import { isArray, unwrap } from './describe-schema.ts';

/** Keys that lead to a member: names, and positions in lists. */
export type Path = readonly (string | number)[];

/** Told of what a schema does not name; the path is only good during the call. */
export interface StrayVisitor {
  /** An object has a member that its schema does not name. */
  member?(path: Path): void;
  /** There is a list where the schema has an object. */
  list(path: Path): void;
}

export type StrayFinder = (value: unknown, visitor: StrayVisitor) => void;

/**
 * Finds what valibot lets pass: members that a schema does not name, and lists in place of objects,
 * which it takes for objects whose names are positions. The schema is walked once, here, so that it
 * need not be for each of 100,000 models.
 */
export function createStrayFinder(schema: v.GenericSchema): StrayFinder {
  const shape = shapeOf(schema);
  return (value, visitor) => visit(value, shape, [], visitor);
}

/** What matters of a schema here. Records are objects without known members. */
type Shape =
  | { readonly kind: 'list'; readonly items: Shape }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Shape> | undefined }
  | { readonly kind: 'scalar' };

function shapeOf(schema: v.GenericSchema): Shape {
  const inner = unwrap(schema);
  if (isArray(inner)) return { kind: 'list', items: shapeOf(inner.item) };
  if (inner.type === 'record') return { kind: 'object', members: undefined };
  if (!('entries' in inner)) return { kind: 'scalar' };
  // Every valibot schema with `entries` is an object schema, whose entries are schemas.
  const entries = Object.entries(inner.entries as Readonly<Record<string, v.GenericSchema>>);
  const members = new Map(entries.map(([name, member]) => [name, shapeOf(member)]));
  return { kind: 'object', members };
}

function visit(
  value: unknown,
  shape: Shape,
  path: (string | number)[],
  visitor: StrayVisitor,
): void {
  if (shape.kind === 'scalar' || typeof value !== 'object' || value === null) return;
  if (shape.kind === 'list') {
    if (!Array.isArray(value) || shape.items.kind === 'scalar') return;
    for (const [position, item] of value.entries()) {
      path.push(position);
      visit(item, shape.items, path, visitor);
      path.pop();
    }
    return;
  }
  if (Array.isArray(value)) {
    visitor.list(path);
    return;
  }
  if (shape.members === undefined) return;
  for (const [name, member] of Object.entries(value)) {
    const known = shape.members.get(name);
    path.push(name);
    if (known === undefined) visitor.member?.(path);
    else visit(member, known, path, visitor);
    path.pop();
  }
}
