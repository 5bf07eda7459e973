import type { Shape } from './schema-shape.ts';

/**
 * How strictly a part of a body is judged: by its shape, everything in it, or only its syntax,
 * depth and size, because no operation reads it. Source: contract §1.2.
 */
export type Reading = Shape | 'everything' | 'nothing';

/**
 * Returns how the items of a list are judged. A list where the shape has none is refused as a
 * whole.
 */
export function itemsOf(reading: Reading): Reading {
  if (typeof reading === 'string') return reading;
  if (reading.kind === 'list') return reading.items;
  return isOpen(reading) ? 'everything' : 'nothing';
}

/** Returns how a member of an object is judged. */
export function memberOf(reading: Reading, name: string): Reading {
  if (typeof reading === 'string') return reading;
  if (reading.kind === 'object') return reading.members.get(name) ?? 'nothing';
  if (reading.kind === 'record') return reading.values;
  return isOpen(reading) ? 'everything' : 'nothing';
}

/** A leaf may be a choice of objects, of which only the schema knows the members. */
function isOpen({ kind }: Shape): boolean {
  return kind === 'anything' || kind === 'leaf';
}
