import type * as v from 'valibot';
import { isArray, unwrap } from '../http/describe-schema.ts';

/** Keys that lead to a member: names, and positions in lists. */
export type Path = readonly (string | number)[];

/** Told of what a schema does not name; the path is only good during the call. */
export interface StrayVisitor {
  /** An object has a member that its schema does not name. */
  member(path: Path): void;
  /** There is a list where the schema has none. */
  list(path: Path): void;
}

/**
 * Finds what valibot lets pass: members that a schema does not name, and lists in place of objects,
 * which it takes for objects whose names are positions. The schema is walked once, here, so that a
 * catalog of 100,000 models is not.
 */
export function createStrayFinder(
  schema: v.GenericSchema,
): (value: unknown, visitor: StrayVisitor) => void {
  const shape = shapeOf(schema);
  return (value, visitor) => visit(value, shape, [], visitor);
}

/** What matters of a schema: the items of a list, the members of an object, neither of a scalar. */
interface Shape {
  readonly items?: Shape;
  readonly members?: ReadonlyMap<string, Shape>;
}

function shapeOf(schema: v.GenericSchema): Shape {
  const inner = unwrap(schema);
  if (isArray(inner)) return { items: shapeOf(inner.item) };
  if (!('entries' in inner)) return {};
  // Every valibot schema with `entries` is an object schema, whose entries are schemas.
  const entries = Object.entries(inner.entries as Readonly<Record<string, v.GenericSchema>>);
  return { members: new Map(entries.map(([name, member]) => [name, shapeOf(member)])) };
}

function visit(
  value: unknown,
  { items, members }: Shape,
  path: (string | number)[],
  visitor: StrayVisitor,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (items === undefined) {
      visitor.list(path);
      return;
    }
    // A list of scalars has nothing to look at.
    if (items.items === undefined && items.members === undefined && !value.some(isObject)) return;
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      visit(value[i], items, path, visitor);
      path.pop();
    }
    return;
  }
  if (members === undefined) return;
  for (const [name, member] of Object.entries(value)) {
    const shape = members.get(name);
    path.push(name);
    if (shape === undefined) visitor.member(path);
    else visit(member, shape, path, visitor);
    path.pop();
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
