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
  if (reading.kind === 'choice') {
    const list = reading.options.find(({ kind }) => kind === 'list');
    return list === undefined ? 'nothing' : itemsOf(list);
  }
  return isOpen(reading) ? 'everything' : 'nothing';
}

/** Returns how a member of an object is judged. */
export function memberOf(reading: Reading, name: string): Reading {
  if (typeof reading === 'string') return reading;
  if (reading.kind === 'object') return reading.members.get(name) ?? 'nothing';
  if (reading.kind === 'record') return reading.values;
  if (reading.kind === 'choice') {
    // Which of them it is shows only once all of it is read.
    const found = reading.options.map((option) => memberOf(option, name));
    return found.find((inside) => inside !== 'nothing') ?? 'nothing';
  }
  return isOpen(reading) ? 'everything' : 'nothing';
}

/** A leaf may be a choice of objects, of which only the schema knows the members. */
function isOpen({ kind }: Shape): boolean {
  return kind === 'anything' || kind === 'leaf';
}
