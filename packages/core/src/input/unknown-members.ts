import type * as v from 'valibot';
import { shapeOf, type Path, type Shape } from './schema-shape.ts';

/** Called with what a schema does not name; the path is only valid during the call. */
export interface UnknownMemberVisitor {
  /** An object has a member that its schema does not name; `known` are those that it names. */
  member?(path: Path, known: Iterable<string>): void;
  /** There is a list where the schema has an object. */
  list(path: Path): void;
}

/** Visits everything in a value that its schema does not name. */
export type UnknownMemberFinder = (value: unknown, visitor: UnknownMemberVisitor) => void;

/**
 * Prepares finding what valibot lets pass: members that a schema does not name, and lists in place
 * of objects, which it takes for objects whose names are positions.
 */
export function createUnknownMemberFinder(schema: v.GenericSchema): UnknownMemberFinder {
  return (value, visitor) => visit(value, shapeOf(schema), [], visitor);
}

function visit(
  value: unknown,
  shape: Shape,
  path: (string | number)[],
  visitor: UnknownMemberVisitor,
): void {
  if (!isTakenApart(shape) || typeof value !== 'object' || value === null) return;
  if (shape.kind === 'list') {
    if (!Array.isArray(value) || !isTakenApart(shape.items)) return;
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
  if (shape.kind !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const known = shape.members.get(name);
    path.push(name);
    if (known === undefined) visitor.member?.(path, shape.members.keys());
    else visit(member, known, path, visitor);
    path.pop();
  }
}

function isTakenApart({ kind }: Shape): boolean {
  return kind !== 'leaf' && kind !== 'anything';
}
